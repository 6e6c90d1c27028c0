import { useEffect, useRef } from 'react'
import { Link } from '../../ui/link'
import { StateChip } from './state-chip'
import { useCategoryText } from './use-category-text'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { highlightedTab, isShut, openFirst, tabsOf, type VenuePage } from './venue-pages'
import { VenuePicture } from './venue-picture'

const pictureLook = (lit: boolean, shut: boolean) =>
  lit ? '' : shut ? 'opacity-0' : 'opacity-60 group-hover:opacity-90'

/** The venues of a kind of game, each a page of its own; the lit one is where the player is (GAME-01, 02, 05). */
export function VenueTabs({ page }: { page: VenuePage }) {
  const text = useVenuesText()
  const words = useCategoryText()
  const { name, now } = useVenueNow()
  const tabs = openFirst(tabsOf(page))
  const lit = highlightedTab(page)
  const strip = useRef<HTMLUListElement>(null)
  // On the phone the strip is wider than the window. The active tab is scrolled into it, without moving the
  // page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lit tab is what there is to bring in
  useEffect(() => {
    const list = strip.current
    const here = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && here) list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2
  }, [lit])
  return (
    <nav
      aria-label={words.tabs(text.short[page.category])}
      className="relative -mt-13 h5:mt-0 h5:border-b h5:border-line h5:bg-deep"
    >
      <ul
        ref={strip}
        className="relative grid auto-cols-fr grid-flow-col gap-3 h5:flex h5:snap-x h5:gap-2 h5:overflow-x-auto h5:px-4 h5:py-3"
      >
        {tabs.map((tab) => (
          <li key={tab.key} className="h5:w-35 h5:shrink-0 h5:snap-center">
            <Link
              to={tab.path}
              aria-current={tab.key === lit ? 'page' : undefined}
              className={`group relative isolate flex h-26 flex-col justify-center overflow-hidden rounded-xl border bg-panel px-4 transition-colors max-wide:px-3 h5:h-18 h5:px-3 ${
                tab.key === lit ? 'border-gold' : 'border-line hover:border-gold/60'
              }`}
            >
              <VenuePicture
                page={tab}
                className={`transition-opacity max-wide:not-h5:-right-9 ${pictureLook(tab.key === lit, isShut(now(tab).state))}`}
              />
              <span
                className={`text-lg font-semibold whitespace-nowrap max-wide:text-base h5:text-[0.9375rem] ${tab.key === lit ? 'text-gold-soft' : ''}`}
              >
                {name(tab)}
              </span>
              <StateChip {...now(tab)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
