import { useEffect, useRef } from 'react'
import { Link } from '../../ui/link'
import { type Filter, filters, isOwnList, type Lobby, lobbyPath } from './lobby-address'
import { useSlotText } from './use-slot-text'

const marks: Partial<Record<Filter, string>> = {
  recommended:
    'M5 14.2V7.3L7.8 1.5c1.2 0 1.9.9 1.7 2.1L9.1 6.2h3.5c1 0 1.7.9 1.5 1.9l-1 4.8c-.2.8-.8 1.3-1.600 1.3ZM1.800 7.300h1.900v6.900H1.800Z',
  hot: 'M8 1c.6 3 4.5 4.500 4.500 8.700A4.500 4.800 0 0 1 8 14.600a4.500 4.800 0 0 1-4.500-4.900c0-1.900.9-2.800 1.700-3.700.2 1 .7 1.600 1.300 1.800C6.300 5.200 6.600 2.600 8 1Z',
  favourites:
    'M8 14C3.300 10.700 2 8.300 2 6.100A3.300 3.300 0 0 1 8 4.200a3.300 3.300 0 0 1 6 1.900C14 8.300 12.700 10.700 8 14Z',
  recent: 'M8 1.500a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13Zm-.8 3v4l3 1.900.8-1.200-2.300-1.500V4.500Z',
}

/** The filters are addresses: each can be opened, kept and come back to. A search stays, but not into the player's own lists. */
export function FilterBar({ lobby }: { lobby: Lobby }) {
  const text = useSlotText()
  const strip = useRef<HTMLUListElement>(null)
  // On the phone the strip is wider than the window. The active filter is scrolled into it, without moving
  // the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lit filter is what there is to bring in
  useEffect(() => {
    const list = strip.current
    const here = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list || !here) return
    const before = here.offsetLeft < list.scrollLeft
    const after = here.offsetLeft + here.offsetWidth > list.scrollLeft + list.clientWidth
    if (before || after) list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2
  }, [lobby.filter])
  return (
    <nav aria-label={text.filters} className="min-w-0">
      <ul
        ref={strip}
        className="relative flex flex-wrap items-center gap-1 h5:flex-nowrap h5:gap-0.5 h5:overflow-x-auto h5:px-2.5 h5:[scrollbar-width:none]"
      >
        {filters.map(({ key }) => {
          const here = key === lobby.filter
          const mark = marks[key]
          return (
            <li key={key} className={key === 'all' ? 'ml-2 border-l border-line pl-3 h5:ml-1 h5:pl-1.5' : ''}>
              <Link
                to={lobbyPath({ ...lobby, filter: key, name: isOwnList(key) ? '' : lobby.name, page: 1 })}
                aria-current={here || undefined}
                className={`flex min-h-9 items-center gap-1.5 rounded-lg px-3 whitespace-nowrap transition-colors h5:min-h-11 ${
                  here ? 'bg-gold/14 font-semibold text-gold' : 'text-soft hover:bg-raised hover:text-text'
                }`}
              >
                {mark && (
                  <svg width="14" height="14" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
                    <path d={mark} />
                  </svg>
                )}
                {text.filter[key]}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
