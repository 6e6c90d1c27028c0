import { paths } from '../../paths'
import type { VenuePage } from '../venue/venue-pages'
import { venuePages } from '../venue/venue-pages'
import type { zhCN } from './text/zh-cn'

export type Filter = keyof typeof zhCN.filter

/** The filters in the order they stand, with the Type that GameInfo is asked for (SLOT-02). */
export const filters: { key: Filter; type: string }[] = [
  { key: 'recommended', type: '-2' },
  { key: 'hot', type: '-1' },
  { key: 'favourites', type: 'favourites' },
  { key: 'recent', type: 'recent' },
  { key: 'all', type: '0' },
  { key: 'reels', type: '1' },
  { key: 'lines', type: '2' },
  { key: 'cascade', type: '3' },
  { key: 'jackpot', type: '4' },
  { key: 'ways', type: '5' },
]

/** The player's own lists have the games of every provider, each tile says whose, and no search goes into them. */
export const isOwnList = (filter: Filter): filter is 'favourites' | 'recent' =>
  filter === 'favourites' || filter === 'recent'

export const typeOf = (filter: Filter) => filters.find(({ key }) => key === filter)?.type ?? '0'

/** The providers of the lobby in their order; the first is the default (SLOT-01). */
export const providers: VenuePage[] = venuePages.filter((page) => page.category === 'slot')

export const providerOf = (id: string | undefined): VenuePage =>
  providers.find((page) => page.launch.platformId === id) ?? (providers[0] as VenuePage)

/** Everything the lobby shows is said by its address, so that Back, Forward and a reload bring it back. */
export interface Lobby {
  provider: VenuePage
  /** Its address names no provider, as the menu's does not. */
  bare: boolean
  filter: Filter
  /** Part of a name, or of its initials. */
  name: string
  page: number
}

export function lobbyOf(id: string | undefined, query: URLSearchParams): Lobby {
  const type = query.get('type')
  const page = query.get('page') ?? ''
  return {
    provider: providerOf(id),
    bare: id === undefined,
    filter: filters.find((filter) => filter.type === type)?.key ?? 'all',
    name: (query.get('name') ?? '').trim().slice(0, 30),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a lobby; what is left out is as on a first visit. */
export function lobbyPath(lobby: Pick<Lobby, 'provider'> & Partial<Lobby>): string {
  const { provider, bare = false, filter = 'all', name = '', page = 1 } = lobby
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('type', typeOf(filter))
  if (name) query.set('name', name)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  const path = bare ? paths.slots : `${paths.slots}/${provider.launch.platformId}`
  return text ? `${path}?${text}` : path
}
