import { ApiError } from '@shared/api/api-error'
import { onEvent } from '@shared/api/live-events'
import { api } from '@shared/api/player-client'
import { balanceKey, depositOrderKey } from '@shared/api/queries'
import { fenOf } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { fundAmountKey, fundTasksKey } from '../features/fund/fund-queries'
import { homeMineKey } from '../features/lobby/lobby-keys'
import { claimsKey } from '../features/promo/claim-queries'
import { depositPromotionsKey } from '../features/promo/promo-queries'
import { paths } from '../paths'
import { Optional } from '../ui/optional'

const DepositNoticeDialog = lazy(() => import('./deposit-notice-dialog'))
/** Pages without a wait for a deposit. The launcher leaves by itself, and would take the notice with it. */
const silentOn = [paths.login, paths.register, paths.goto].map((path) => path.toLowerCase())

const recentDepositKey = (ticket: string) => ['recentDeposit', ticket]

/** Data that a credited deposit changes, however recently they were read; its order's dialog closes then. */
const changed = [
  depositOrderKey(),
  balanceKey,
  ['funding'],
  fundAmountKey,
  fundTasksKey,
  claimsKey,
  depositPromotionsKey,
  homeMineKey,
]

/** How often the page asks whether a deposit arrived (DEP-08). */
export const depositPollMs = 10_000

/** A lost answer is asked for again after this time: within the three seconds in which the server gives it again. */
const lostAgainMs = 1_000

interface Credited {
  orderSn: string
  fen: number
}

/**
 * Asks every 10 s whether a deposit arrived, and at once on the event stream's signal. While one is shown it
 * asks no more, and its OK asks again at once (DEP-08). The server lists the rest after each OK, so every
 * deposit is announced. A deposit that this page announced already is skipped, and a failed call is ignored
 * (ERR-04).
 */
export default function DepositNotice() {
  const { Ticket } = useLogin()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [shown, setShown] = useState<Credited | null>(null)
  const announced = useRef(new Set<string>())
  const asking = Ticket !== '' && !silentOn.includes(pathname.toLowerCase()) && shown === null
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: recentDepositKey(Ticket),
    enabled: asking,
    refetchInterval: depositPollMs,
    retry: (failures, error) => failures === 0 && error instanceof ApiError && error.status === 0,
    retryDelay: lostAgainMs,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Credited | null> => {
      const answer = await api.call('POST /v1/Select/RecentDeposit', undefined, { signal })
      const next = answer.Data?.deposit?.find(({ OrderSn }) => !announced.current.has(OrderSn))
      return next ? { orderSn: next.OrderSn, fen: fenOf(next.Amount) } : null
    },
  })
  useEffect(() => {
    if (!asking) return
    return onEvent('deposit', () => {
      // An open order shows it at once, and not at its next poll.
      void queries.invalidateQueries({ queryKey: depositOrderKey() })
      // An answer on its way is never thrown away: a deposit is told once. But it may be older than the news.
      const asked = queries.isFetching({ queryKey: recentDepositKey(Ticket) }) > 0
      void refetch({ cancelRefetch: false }).then((answer) => {
        if (asked && !answer.data) void refetch()
      })
    })
  }, [asking, refetch, queries, Ticket])
  // biome-ignore lint/correctness/useExhaustiveDependencies: two deposits of one amount are two answers
  useEffect(() => {
    if (!data) return
    announced.current.add(data.orderSn)
    setShown(data)
    for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
  }, [data, dataUpdatedAt, queries])
  if (!Ticket || shown === null) return null
  return (
    <Optional>
      <DepositNoticeDialog
        orderSn={shown.orderSn}
        fen={shown.fen}
        onClose={() => {
          queries.setQueryData(recentDepositKey(Ticket), null)
          setShown(null)
          void refetch()
        }}
      />
    </Optional>
  )
}
