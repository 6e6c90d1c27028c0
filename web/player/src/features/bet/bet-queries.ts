import { api } from '@shared/api/player-client'
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
          stakeFen: fenOf(row.BetAmount),
          validFen: fenOf(row.ValidAmount),
          winLossFen: fenOf(row.BetWinAmount),
          order: row.BetOrdersn,
          status: row.Status,
        })),
      )
    },
  })
