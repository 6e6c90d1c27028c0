import { boot } from '@shared/boot'
import type { Category } from '../../ui/art/category-icon'
import { CategoryIcon } from '../../ui/art/category-icon'
import { CategoryRail, type RailGroup, type RailTile } from '../../ui/category-rail'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { categories, entryOf, isShut, pagesOf, venueArt } from './venue-pages'

const openAtFirst = (kind: Category) => pagesOf(kind).some((page) => boot.venues[page.launch.platformId] === 'open')

/** The phone's halls: every kind of game at a glance, then the venues of each. Open ones come first. */
export function KindRail() {
  const text = useVenuesText()
  const { name, now, isOpen, kind: kindNow } = useVenueNow()
  const order = [...categories].sort((a, b) => Number(openAtFirst(b)) - Number(openAtFirst(a)))

  const kindTile = (kind: Category, index: number): RailTile => {
    const pages = pagesOf(kind)
    const open = pages.filter(isOpen).length
    const state = kindNow(pages)
    const wide = index === 0
    return {
      key: kind,
      name: text.category[kind].title,
      note: open > 0 ? text.venuesOpen(open) : state === 'asking' || state === 'unknown' ? '' : text.state[state],
      to: entryOf(kind, isOpen),
      art: wide ? `/art/${kind}-h5.svg` : `/art/${kind}-cell.svg`,
      lit: open > 0,
      wide,
    }
  }
  const groups: RailGroup[] = [
    { key: 'all', name: text.all, icon: <AllMark />, tiles: order.map(kindTile) },
    ...categories.map((kind) => ({
      key: kind,
      name: text.short[kind],
      icon: <CategoryIcon category={kind} size={26} />,
      // A kind without an open venue shows its own; the others' closed ones have their place below.
      tiles: (pagesOf(kind).some((page) => !isShut(now(page).state))
        ? pagesOf(kind).filter((page) => !isShut(now(page).state))
        : pagesOf(kind)
      )
        .map((page): RailTile => {
          const { state } = now(page)
          return {
            key: page.key,
            name: name(page),
            note: state === 'asking' || state === 'unknown' ? '' : text.state[state],
            to: page.path,
            art: venueArt(page.key),
            emblem: true,
            lit: state === 'open',
            wide: pagesOf(kind).length === 1,
          }
        })
        .sort((a, b) => Number(b.lit) - Number(a.lit)),
    })),
  ]
  return (
    <section aria-labelledby="halls">
      <h2 id="halls" className="pb-3 text-lg font-semibold">
        {text.halls}
      </h2>
      <CategoryRail label={text.kinds} groups={groups} />
    </section>
  )
}

function AllMark() {
  return (
    <svg
      width="26"
      height="26"
      viewBox="0 0 48 48"
      className="fill-gold/15 stroke-gold"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="8" y="8" width="14" height="14" rx="3" className="fill-gold/70" />
      <rect x="26" y="8" width="14" height="14" rx="3" />
      <rect x="8" y="26" width="14" height="14" rx="3" />
      <rect x="26" y="26" width="14" height="14" rx="3" />
    </svg>
  )
}
