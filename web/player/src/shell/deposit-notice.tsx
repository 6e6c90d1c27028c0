import { watchEvents } from '@shared/api/events'
import { api, apiBase } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { boot } from '@shared/boot'
import { fenOf } from '@shared/money'
import { loginInfo, useLogin } from '@shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { fundAmountKey, fundTasksKey } from '../features/fund/fund-queries'
import { claimsKey } from '../features/promo/claim-queries'
import { depositPromotionsKey } from '../features/promo/promo-queries'
import { paths } from '../paths'
import { Optional } from '../ui/optional'

const DepositNoticeDialog = lazy(() => import('./deposit-notice-dialog'))
const silentOn = [paths.login, paths.register].map((path) => path.toLowerCase())

const recentDepositKey = (ticket: string) => ['recentDeposit', ticket]

/** What a credited deposit makes different, however short a time ago it was read. */
const changed = [balanceKey, fundAmountKey, fundTasksKey, claimsKey, depositPromotionsKey]

/** How often the page asks whether a deposit arrived (DEP-08). */
export const depositPollMs = 10_000

/**
 * Asks every 10 s whether a deposit arrived, and at once when the event stream says so; while one is shown it asks no
 * more, and its OK starts the asking again (DEP-08). A call that fails is passed over in silence (ERR-04).
 */
export default function DepositNotice() {
  const { Ticket } = useLogin()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [shownFen, setShownFen] = useState(0)
  const asking = Ticket !== '' && !silentOn.includes(pathname.toLowerCase()) && shownFen === 0
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: recentDepositKey(Ticket),
    enabled: asking,
    refetchInterval: depositPollMs,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await api.call('POST /v1/Select/RecentDeposit', undefined, { signal })
      return fenOf(answer.Data?.deposit?.[0]?.Amount)
    },
  })
  useEffect(() => {
    if (!asking) return
    return watchEvents({
      base: apiBase,
      reqTokenSecret: boot.reqTokenSecret,
      ticket: () => loginInfo().Ticket,
      onEvent: (name) => {
        if (name !== 'deposit') return
        // An answer on its way is never thrown away: a deposit is told once. But it may be older than the news.
        const asked = queries.isFetching({ queryKey: recentDepositKey(Ticket) }) > 0
        void refetch({ cancelRefetch: false }).then((answer) => {
          if (asked && !answer.data) void refetch()
        })
      },
    })
  }, [asking, refetch, queries, Ticket])
  // biome-ignore lint/correctness/useExhaustiveDependencies: two deposits of one amount are two answers
  useEffect(() => {
    if (!data) return
    setShownFen(data)
    for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
  }, [data, dataUpdatedAt, queries])
  if (!Ticket || shownFen === 0) return null
  return (
    <Optional>
      <DepositNoticeDialog
        fen={shownFen}
        onClose={() => {
          queries.setQueryData(recentDepositKey(Ticket), 0)
          setShownFen(0)
        }}
      />
    </Optional>
  )
}
