import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { fenOf } from '@shared/money'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast'

export type Period = 'day' | 'week' | 'month'

export interface Change {
  period: Period
  amountFen: number
  wasFen: number
  askedAt: number
  readyAt: number
  lapsesAt: number
  appliedAt: number
  cancelledAt: number
}

export interface Stop {
  kind: 'timeout' | 'exclusion'
  term: string
  since: number
  until: number
  askedAt: number
  endsAt: number
}

export interface Limit {
  period: Period
  /** 0: none */
  amountFen: number
  usedFen: number
  openFen: number
  leftFen: number
  pending: Change | null
}

export const limitsKey = ['limits']

export const limitsQuery = queryOptions({
  queryKey: limitsKey,
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }) => {
    const { Data } = await api.call('POST /v1/Select/PlayerLimits', undefined, { signal })
    return {
      now: Data.Now,
      limits: (Data.Deposits ?? []).map(
        (wire): Limit => ({
          period: wire.Period,
          amountFen: fenOf(wire.Amount),
          usedFen: fenOf(wire.Used),
          openFen: fenOf(wire.Open),
          leftFen: fenOf(wire.Left),
          pending: wire.Pending ? change(wire.Pending) : null,
        }),
      ),
      stop: Data.Stop ? stop(Data.Stop) : null,
      minutes: Data.Reality,
      stops: (Data.Stops ?? []).map(stop),
      changes: (Data.Changes ?? []).map(change),
    }
  },
})

interface WireChange {
  Period: Period
  Amount: number
  Was: number
  AskedAt: number
  ReadyAt: number
  LapsesAt: number
  AppliedAt: number
  CancelledAt: number
}

const change = (wire: WireChange): Change => ({
  period: wire.Period,
  amountFen: fenOf(wire.Amount),
  wasFen: fenOf(wire.Was),
  askedAt: wire.AskedAt,
  readyAt: wire.ReadyAt,
  lapsesAt: wire.LapsesAt,
  appliedAt: wire.AppliedAt,
  cancelledAt: wire.CancelledAt,
})

interface WireStop {
  Kind: 'timeout' | 'exclusion'
  Term: string
  Since: number
  Until: number
  AskedAt: number
  EndsAt: number
}

const stop = (wire: WireStop): Stop => ({
  kind: wire.Kind,
  term: wire.Term,
  since: wire.Since,
  until: wire.Until,
  askedAt: wire.AskedAt,
  endsAt: wire.EndsAt,
})

/** One decision: what the server says of it is shown, and everything that hangs on it is read again. */
export function useDecide<Input>(send: (input: Input) => Promise<{ ResultMessage: string }>, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ ResultMessage }) => {
      toast('success', ResultMessage, { duration: 3000 })
      onDone?.()
    },
    onError: (error) => toast('error', messageOf(error), { duration: 3000 }),
    onSettled: () => {
      for (const queryKey of [limitsKey, balanceKey]) void queries.invalidateQueries({ queryKey })
    },
  })
}
