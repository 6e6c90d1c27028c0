import { ApiError } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import type { FundingRecord } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type FundingKind = 'deposit' | 'withdrawal' | 'bonus' | 'rebate' | 'transfer'

/** The tabs' values on the wire; transfers have a call of their own (REC-01). */
const financeType: Record<Exclude<FundingKind, 'transfer'>, string> = {
  deposit: '',
  withdrawal: '4',
  bonus: '5',
  rebate: '6',
}

export interface Funding {
  orderSn: string
  kind: string
  fen: number
  time: string
  status: number
  statusText: string
  reason: string
  /** Where a withdrawal goes, masked; empty for the other kinds. */
  target: string
  /** The method of a deposit, the basis of a bonus or the progress of a transfer. */
  note: string
}

export interface FundingPage {
  items: Funding[]
  pages: number
  total: number
}

export interface FundingFilter {
  kind: FundingKind
  start: string
  end: string
  page: number
}

const nothing: FundingPage = { items: [], pages: 0, total: 0 }

export const fundingQuery = ({ kind, start, end, page }: FundingFilter) =>
  queryOptions({
    queryKey: ['funding', kind, start, end, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FundingPage> => {
      const span = { PageIndex: page, startDate: start && `${start} 00:00:00`, endDate: end && `${end} 23:59:59` }
      try {
        const answer =
          kind === 'transfer'
            ? await api.call('POST /v1/Select/PointTransferItems', { ...span, ActionType: '-1' }, { signal })
            : await api.call(
                'POST /v1/Select/FundingItems',
                { ...span, FinanceType: financeType[kind] as '' },
                { signal },
              )
        return {
          items: (answer.FundingDataItems ?? []).map(fundingOf),
          pages: answer.PageCount,
          total: answer.RowCount,
        }
      } catch (error) {
        // As documented, a 400 on records is an empty table.
        if (error instanceof ApiError && error.status === 400) return nothing
        throw error
      }
    },
  })

/** A state longer than this is a sentence: it belongs into the note, and the badge says the short word. */
const longestState = 12

const fundingOf = (wire: FundingRecord): Funding => ({
  orderSn: wire.OrderSn,
  kind: wire.FinanceType,
  fen: fenOf(wire.Amount),
  time: wire.StartTime,
  status: wire.Status,
  statusText: wire.StatusText.length > longestState ? '' : wire.StatusText,
  target: wire.Target,
  note: wire.Note ?? '',
  reason: wire.Reason || (wire.StatusText.length > longestState && !wire.Note ? wire.StatusText : ''),
})

const newestDeposits = fundingQuery({ kind: 'deposit', start: '', end: '', page: 1 })

/** How many deposits the deposit page shows. */
const recentCount = 5

/** The newest deposits; the record has them all. Asked again every 15 s while one is on its way. */
export const recentDepositsQuery = queryOptions({
  ...newestDeposits,
  select: ({ items }: FundingPage) => items.slice(0, recentCount),
  refetchInterval: ({ state }) =>
    state.data?.items.slice(0, recentCount).some(({ status }) => status === 0) ? 15_000 : false,
})

/** The amount of the newest deposit that was credited, in fen, however many orders of the first page expired after it. */
export const lastDepositQuery = queryOptions({
  ...newestDeposits,
  select: ({ items }: FundingPage) => items.find(({ status }) => status === 1)?.fen,
})
