import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { queryOptions } from '@tanstack/react-query'
import type { Category } from '../../ui/art/category-icon'
import { type Cover, coverOf, type Win, winOf } from '../lobby/lobby-queries'

export interface Price {
  market: string
  pick: string
  odds: string
  oddsType: string
  time: string
}

export interface Match {
  league: string
  event: string
  score: string
  scoreTime: string
  /** '' where the venue does not tell. */
  starts: string
  open: boolean
  prices: Price[]
  time: string
}

export interface Round {
  number: string
  outcome: string
  numbers: string[]
  mark: Wire['FrontRound']['Mark']
  time: string
}

export interface Draws {
  gameId: number
  game: string
  list: Round[]
}

export interface Table {
  gameId: number
  game: string
  table: string
  rounds: Round[]
}

export interface Hand {
  gameId: number
  game: string
  room: string
  outcome: string
  time: string
}

export interface VenueFront {
  games: Cover[]
  total: number
  elsewhere: Cover[]
  matches: Match[]
  draws: Draws[]
  tables: Table[]
  hands: Hand[]
  wins: Win[]
}

/** The wins of a venue's page alone, as they were when the reader came. */
export const venueWinsQuery = (platformId: string, kind: Category) =>
  queryOptions({
    queryKey: ['venueWins', platformId, kind],
    staleTime: 15_000,
    queryFn: async ({ signal }): Promise<Win[]> => {
      const input = { PlatformId: platformId, Kind: kind, Only: 'wins' }
      const { Data } = await api.call('GET /v1/PubInterface/VenueFront', input, { signal })
      return (Data?.Wins ?? []).map(winOf)
    },
  })

const roundOf = (wire: Wire['FrontRound']): Round => ({
  number: wire.Number,
  outcome: wire.Outcome,
  numbers: wire.Numbers ?? [],
  mark: wire.Mark,
  time: wire.Time,
})

const matchOf = (wire: Wire['FrontMatch']): Match => ({
  league: wire.League,
  event: wire.Event,
  score: wire.Score,
  scoreTime: wire.ScoreTime,
  starts: wire.Starts,
  open: wire.Open,
  prices: (wire.Prices ?? []).map((price) => ({
    market: price.Market,
    pick: price.Pick,
    odds: price.Odds,
    oddsType: price.OddsType,
    time: price.Time,
  })),
  time: wire.Time,
})

const drawsOf = (wire: Wire['FrontDraws']): Draws => ({
  gameId: wire.GameId,
  game: wire.Game,
  list: (wire.List ?? []).map(roundOf),
})

const tableOf = (wire: Wire['FrontTable']): Table => ({
  gameId: wire.GameId,
  game: wire.Game,
  table: wire.Table,
  rounds: (wire.Rounds ?? []).map(roundOf),
})

/** An item of the home page, and the venue that it is at. */
export interface Placed<Item> {
  item: Item
  platformId: string
  kind: Category
}

export interface HomeLife {
  matches: Placed<Match>[]
  tables: Placed<Table>[]
  draws: Placed<Draws>[]
}

const placed = <Item>(item: Item, { Platform, Kind }: Pick<Wire['HomeMatch'], 'Platform' | 'Kind'>): Placed<Item> => ({
  item,
  platformId: Platform,
  kind: Kind,
})

/** The read of all that is going on at the venues. */
export const homeLifeQuery = queryOptions({
  queryKey: ['homeLife'],
  staleTime: 15_000,
  refetchInterval: 20_000,
  queryFn: async ({ signal }): Promise<HomeLife> => {
    const { Data } = await api.call('GET /v1/PubInterface/HomeLife', undefined, { signal })
    return {
      matches: (Data?.Matches ?? []).map((wire) => placed(matchOf(wire), wire)),
      tables: (Data?.Tables ?? []).map((wire) => placed(tableOf(wire), wire)),
      draws: (Data?.Draws ?? []).map((wire) => placed(drawsOf(wire), wire)),
    }
  },
})

/** A venue's page for one kind of its games: the games, and what its bets tell. */
export const venueFrontQuery = (platformId: string, kind: Category) =>
  queryOptions({
    queryKey: ['venueFront', platformId, kind],
    staleTime: 15_000,
    refetchInterval: 30_000,
    queryFn: async ({ signal }): Promise<VenueFront> => {
      const input = { PlatformId: platformId, Kind: kind }
      const { Data } = await api.call('GET /v1/PubInterface/VenueFront', input, { signal })
      return {
        games: (Data?.Games ?? []).map(coverOf),
        total: Data?.Total ?? 0,
        elsewhere: (Data?.Elsewhere ?? []).map(coverOf),
        matches: (Data?.Matches ?? []).map(matchOf),
        draws: (Data?.Draws ?? []).map(drawsOf),
        tables: (Data?.Tables ?? []).map(tableOf),
        hands: (Data?.Hands ?? []).map((hand) => ({
          gameId: hand.GameId,
          game: hand.Game,
          room: hand.Room,
          outcome: hand.Outcome,
          time: hand.Time,
        })),
        wins: (Data?.Wins ?? []).map(winOf),
      }
    },
  })
