import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export interface LedgerLine {
  time: string
  sn: string
  kind: string
  title: string
  note: string
  fen: number
  balanceFen: number
}

export interface LedgerPage {
  lines: LedgerLine[]
  next: string
}

const lineOf = (wire: Wire['LedgerItem']): LedgerLine => ({
  time: wire.Time,
  sn: wire.OrderSn,
  kind: wire.Kind,
  title: wire.KindText,
  note: wire.Note,
  fen: fenOf(wire.Amount),
  balanceFen: fenOf(wire.Balance),
})

/** Every movement of the centre wallet, a page after the other; each line carries the balance of the books. */
export const ledgerQuery = (start: string, end: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', start, end],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<LedgerPage> => {
      const answer = await api.call(
        'POST /v1/Select/LedgerItems',
        { startDate: start, endDate: end, Before: pageParam },
        { signal },
      )
      return { lines: (answer.Items ?? []).map(lineOf), next: answer.Next }
    },
    getNextPageParam: (page) => page.next || undefined,
  })

export interface RecordDetail {
  sn: string
  kind: Wire['RecordDetail']['Kind']
  title: string
  fen: number
  /** C$ for amounts of the bonus fund; '' is yuan. */
  unit: string
  status: number
  statusText: string
  steps: { time: string; text: string; done: boolean }[]
  facts: { label: string; text: string }[]
  next: string
  /** The player has to fill in a true name and a bank card before it is paid. */
  act: boolean
  reason: string
  linked: { sn: string; text: string; fen: number }[]
  turnover: { source: string; requiredFen: number; doneFen: number; state: string }[]
  takeBack: boolean
}

export const recordKey = ['record']

export const recordQuery = (sn: string) =>
  queryOptions({
    queryKey: [...recordKey, sn],
    queryFn: async ({ signal }): Promise<RecordDetail> => {
      const { Data } = await api.call('POST /v1/Select/RecordDetail', { OrderSn: sn }, { signal })
      return {
        sn: Data.OrderSn,
        kind: Data.Kind,
        title: Data.KindText,
        fen: fenOf(Data.Amount),
        unit: Data.Unit ?? '',
        status: Data.Status,
        statusText: Data.StatusText,
        steps: (Data.Steps ?? []).map((step) => ({ time: step.Time, text: step.Text, done: step.Done })),
        facts: (Data.Facts ?? []).map((fact) => ({ label: fact.Label, text: fact.Text })),
        next: Data.Next,
        act: Data.Act,
        reason: Data.Reason,
        linked: (Data.Linked ?? []).map((link) => ({ sn: link.OrderSn, text: link.Text, fen: fenOf(link.Amount) })),
        turnover: (Data.Turnover ?? []).map((bucket) => ({
          source: bucket.SourceText || bucket.Source,
          requiredFen: fenOf(bucket.Required),
          doneFen: fenOf(bucket.Done),
          state: bucket.State,
        })),
        takeBack: Data.TakeBack,
      }
    },
  })

export const exportLedger = async (start: string, end: string) =>
  (await api.call('POST /v1/Select/LedgerExport', { startDate: start, endDate: end })).Data

export const takeBack = (sn: string) => api.call('POST /v1/Do/WithdrawTakeBackAction', { OrderSn: sn })
