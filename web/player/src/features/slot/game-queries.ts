import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import type { Art } from '@shared/art/game-art'
import type { VenueState } from '@shared/boot'
import { gmtTime } from '@shared/clock'
import { searched } from '@shared/language'
import { queryOptions } from '@tanstack/react-query'
import { type Filter, type Lobby, typeOf } from './lobby-address'

/** The only size of a page (SLOT-04); the server cuts the same. */
export const pageSize = 20

export interface Game {
  id: number
  code: string
  platformId: string
  name: string
  /** 1 to 5, as the filters; 0 has none. */
  category: number
  hot: boolean
  recommended: boolean
  favourite: boolean
  state: VenueState
  /** Until when this game alone is in maintenance, in GMT+8; empty: it is not. */
  maintainEnd: string
  /** The data the picture is drawn from; null: the operator's own picture. */
  art: Art | null
  picture: string
}

export interface GamePage {
  games: Game[]
  total: number
  pageCount: number
}

const gameOf = (wire: Wire['SlotGame']): Game => ({
  id: wire.Id,
  code: wire.GameCode,
  platformId: wire.Platform,
  name: wire.GameCnName,
  category: wire.Category,
  hot: wire.IsHot,
  recommended: wire.IsRecommend,
  favourite: wire.IsFavorites,
  state: wire.State,
  maintainEnd: wire.MaintainEnd ?? '',
  art: wire.Art?.Motif
    ? { motif: wire.Art.Motif, palette: wire.Art.Palette, rarity: wire.Art.Rarity, seed: wire.Art.Seed }
    : null,
  picture: wire.ImgUrl,
})

/** The present state of a game: its venue's, or its own maintenance, which ends by itself. */
export const stateOf = (game: Game, venue: VenueState): VenueState =>
  venue === 'open' && game.maintainEnd > gmtTime() ? 'maintenance' : venue

const pageOf = (wire: Wire['GamePage'] | undefined): GamePage => ({
  games: (wire?.Items ?? []).map(gameOf),
  total: wire?.RowCount ?? 0,
  pageCount: wire?.PageCount ?? 0,
})

export const gamesKey = ['games']

/** One page of a provider's games (SLOT-02). The last one read is kept as gameList, until the logout (ACC-12). */
export const gamesQuery = ({ provider, filter, name, page }: Lobby) =>
  queryOptions({
    queryKey: [...gamesKey, provider.launch.platformId, filter, name, page],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<GamePage> => {
      const input = {
        PageIndex: page,
        PlatformId: provider.launch.platformId,
        Type: typeOf(filter),
        GameName: searched(name),
      }
      const { Data } = await api.call('GET /v1/Select/GameInfo', input, { signal })
      localStorage.setItem('gameList', JSON.stringify(Data?.Items ?? []))
      return pageOf(Data)
    },
  })

export const favouritesKey = [...gamesKey, 'favourites']

/** All favourites of every provider: the call is documented without pages, so the lobby cuts them itself. */
export const favouritesQuery = queryOptions({
  queryKey: favouritesKey,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<GamePage> => {
    const page = pageOf((await api.call('POST /v1/Select/GameFavorites', undefined, { signal })).Data)
    return { ...page, pageCount: Math.ceil(page.games.length / pageSize) }
  },
})

export const recentKey = [...gamesKey, 'recent']

/** The games the player opened or bet on last, of every provider; the server gives one page of them. */
export const recentQuery = queryOptions({
  queryKey: recentKey,
  // A game that was just left belongs at the front.
  staleTime: 0,
  queryFn: async ({ signal }): Promise<GamePage> =>
    pageOf((await api.call('POST /v1/Select/RecentGames', undefined, { signal })).Data),
})

/** The query of a filter that shows one of the player's own lists. */
export const ownListQuery = (filter: Filter) => (filter === 'recent' ? recentQuery : favouritesQuery)

export const ownListPage = (all: GamePage, page: number): GamePage => ({
  ...all,
  games: all.games.slice((page - 1) * pageSize, page * pageSize),
})

export const fishingQuery = queryOptions({
  queryKey: ['fishing'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<GamePage> =>
    pageOf((await api.call('POST /v1/PubInterface/GetAGFishingInfo', { PageIndex: 1 }, { signal })).Data),
})
