import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { type Period, periodCode } from '@shared/days'
import { fenOf } from '@shared/money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

interface Sums {
  validFen: number
  winLossFen: number
  count: number
}

export interface BetPage<Row> {
  rows: Row[]
  sums: Sums
  pages: number
  total: number
}

interface WireSums {
  ValidAmountSum: number
  BetWinAmountSum: number
  QuantitySum: number
  PageCount: number
  RowCount: number
}

const pageOf = <Row>(wire: WireSums, rows: Row[]): BetPage<Row> => ({
  rows,
  sums: {
    validFen: fenOf(wire.ValidAmountSum),
    winLossFen: fenOf(wire.BetWinAmountSum),
    count: wire.QuantitySum,
  },
  pages: wire.PageCount,
  total: wire.RowCount,
})

const amounts = (wire: { Quantity: number; ValidAmount: number; BetWinAmount: number }) => ({
  count: wire.Quantity,
  validFen: fenOf(wire.ValidAmount),
  winLossFen: fenOf(wire.BetWinAmount),
})

/** A bet’s number as its venue gives it. A venue with two lists of numbers keeps one of them apart by a word before it. */
export const betNumber = (order: string) => order.replace(/^[a-z]+:/, '')

/** REC-03: one row a day. */
export const betDaysQuery = (period: Period, page: number) =>
  queryOptions({
    queryKey: ['betDays', period, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call(
        'POST /v1/Select/GetBetRecordMemberByDay',
        { PageIndex: page, TimeType: periodCode[period] },
        { signal },
      )
      const rows = Data.BetRecordMemberByDayDataItems ?? []
      return pageOf(
        Data,
        rows.map((row) => ({ day: row.BetTime.slice(0, 10), ...amounts(row) })),
      )
    },
  })

/** REC-04: one row a venue. */
export const betVenuesQuery = (day: string, page: number) =>
  queryOptions({
    queryKey: ['betVenues', day, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call(
        'POST /v1/Select/GetBetRecordPlatform',
        { PageIndex: page, DateTime: day },
        { signal },
      )
      const rows = Data.BetRecordPlatformDataItems ?? []
      return pageOf(
        Data,
        rows.map((row) => ({ venue: row.GameTypeName, gameType: String(row.GameType), ...amounts(row) })),
      )
    },
  })

/** REC-04: one row a bet. */
export const betLinesQuery = (day: string, gameType: string, page: number) =>
  queryOptions({
    queryKey: ['betLines', day, gameType, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call(
        'POST /v1/Select/GetBetRecordDetail',
        { PageIndex: page, DateTime: day, GameType: gameType },
        { signal },
      )
      const rows = Data.BetRecordDataItems ?? []
      return pageOf(
        Data,
        rows.map((row) => ({
          time: row.BetTime,
          venue: row.PlatformCnName,
          game: row.GameName,
          pick: row.Pick,
          outcome: row.Outcome,
          stakeFen: fenOf(row.BetAmount),
          validFen: fenOf(row.ValidAmount),
          winLossFen: fenOf(row.BetWinAmount),
          order: row.BetOrdersn,
          status: row.Status,
        })),
      )
    },
  })

/** One bet with all that a player may know of it. */
export const betDetailQuery = (gameType: string, order: string) =>
  queryOptions({
    queryKey: ['betDetail', gameType, order],
    queryFn: async ({ signal }) => {
      const input = { GameType: gameType, BetOrdersn: order }
      return betDetail((await api.call('POST /v1/Select/BetDetail', input, { signal })).Data)
    },
  })

export type BetDetail = ReturnType<typeof betDetail>

const betDetail = (wire: Wire['BetDetail']) => ({
  venue: wire.PlatformCnName,
  game: wire.GameName,
  time: wire.BetTime,
  settled: wire.SettledTime,
  stakeFen: fenOf(wire.BetAmount),
  validFen: fenOf(wire.ValidAmount),
  winLossFen: fenOf(wire.BetWinAmount),
  rule: wire.ValidRule,
  status: wire.CashedOut ? ('cashout' as const) : wire.Status,
  odds: wire.Odds,
  oddsType: wire.OddsType,
  parlay: wire.Parlay,
  round: wire.Round,
  table: wire.RoundTable,
  play: wire.RoundPlay,
  outcome: wire.RoundOutcome,
  legs: wire.Legs ?? [],
  steps: (wire.Steps ?? []).map((step) => ({
    state: step.State,
    time: step.Time,
    winLossFen: fenOf(step.BetWinAmount),
  })),
  turnover: (wire.Turnover ?? []).map((part) => ({
    source: part.SourceText,
    order: part.OrderSn,
    fen: fenOf(part.Amount),
  })),
  gameId: wire.GameInfoId,
  replay: wire.Replay,
  uncounted: wire.Uncounted,
})
