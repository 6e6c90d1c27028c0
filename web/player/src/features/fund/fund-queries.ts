import { api } from '@shared/api/player-client'
import { fenOf } from '@shared/money'
import { queryOptions } from '@tanstack/react-query'
import type { Days } from './record-days'

/** Amounts of C$ are held in hundredths, as fen are: 1 C$ is 1 yuan. */

export interface Task {
  id: number
  name: string
  kind: 'deposit' | 'bet'
  /** The amount the task unlocks. */
  amountFen: number
  /** The amount to deposit or bet today, and the amount reached. */
  targetFen: number
  doneFen: number
  state: 'open' | 'ready' | 'unlocked'
}

export interface FundTasks {
  unlockedFen: number
  tasks: Task[]
}

/** Status on the wire (FUND-02). */
const states = ['open', 'ready', 'unlocked'] as const

export const fundAmountKey = ['fundAmount']
export const fundTasksKey = ['fundTasks']
export const fundRecordsKey = ['fundRecords']

export const fundAmountQuery = queryOptions({
  queryKey: fundAmountKey,
  queryFn: async ({ signal }) => fenOf((await api.call('POST /v1/Fund/GetFundAmount', undefined, { signal })).Data),
})

export const fundTasksQuery = queryOptions({
  queryKey: fundTasksKey,
  // A player who returns from another tab may have bet or deposited there.
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }): Promise<FundTasks> => {
    const { Data } = await api.call('POST /v1/Fund/GetFundAmountDetail', undefined, { signal })
    return {
      unlockedFen: fenOf(Data?.Amount),
      tasks: (Data?.Detail ?? []).map((wire) => ({
        id: wire.Id,
        name: wire.JobName,
        kind: wire.JobType === 1 ? 'deposit' : 'bet',
        amountFen: fenOf(wire.Amount),
        targetFen: fenOf(wire.Target),
        doneFen: fenOf(wire.Done),
        state: states[wire.Status] ?? 'open',
      })),
    }
  },
})

export type RecordKind = 'income' | 'unlock'

/** The tabs' values on the wire (FUND-04). */
const detailType = { income: 1, unlock: 2 } as const

export interface RecordFilter extends Days {
  kind: RecordKind
  page: number
}

export interface FundRecord {
  sn: string
  time: string
  remark: string
  fen: number
}

export interface FundRecords {
  rows: FundRecord[]
  pages: number
  total: number
}

export const fundRecordsQuery = ({ kind, start, end, page }: RecordFilter) =>
  queryOptions({
    queryKey: [...fundRecordsKey, kind, start, end, page],
    // The next page takes the place of this one; the other tab never shows this one's rows.
    placeholderData: (before: FundRecords | undefined, query) => (query?.queryKey[1] === kind ? before : undefined),
    queryFn: async ({ signal }): Promise<FundRecords> => {
      const { Data, PageCount, RowCount } = await api.call(
        'POST /v1/Fund/GetFundDetail',
        {
          DetailType: detailType[kind],
          PageIndex: page,
          StartTime: `${start} 00:00:00`,
          EndTime: `${end} 23:59:59`,
        },
        { signal },
      )
      return {
        rows: (Data ?? []).map((row) => ({
          sn: row.OrderSn,
          time: row.CreateTime,
          remark: row.Remark,
          fen: fenOf(row.Amount),
        })),
        pages: PageCount,
        total: RowCount,
      }
    },
  })

export interface BonusNotice {
  fen: number
  /** The share of a deposit that today's best task unlocks. */
  percent: number
}

/** Asked once for a login. Where there is nothing to tell the server refuses. */
export const fundNoticeQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['fundNotice', ticket],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<BonusNotice> => {
      const { Data } = await api.call('POST /v1/Fund/GetFundNotifiy', undefined, { signal })
      return { fen: fenOf(Data?.Amount), percent: Data?.ReateNum ?? 0 }
    },
  })
