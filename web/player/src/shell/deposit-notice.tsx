import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { fenOf } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths'

const DepositNoticeDialog = lazy(() => import('./deposit-notice-dialog'))
const silentOn = [paths.login, paths.register].map((path) => path.toLowerCase())

/**
 * Asks every 10 s whether a deposit arrived; while one is shown it asks no more, and its OK starts the asking again
 * (DEP-08). A call that fails is passed over in silence (ERR-04).
 */
export function DepositNotice() {
  const { Ticket } = useLogin()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [shownFen, setShownFen] = useState(0)
  const asking = Ticket !== '' && !silentOn.includes(pathname.toLowerCase()) && shownFen === 0
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['recentDeposit', Ticket],
    enabled: asking,
    refetchInterval: 10_000,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await api.call('POST /v1/Select/RecentDeposit', undefined, { signal })
      return fenOf(answer.Data?.deposit?.[0]?.Amount)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: two deposits of one amount are two answers
  useEffect(() => {
    if (!data) return
    setShownFen(data)
    void queries.invalidateQueries({ queryKey: balanceKey })
  }, [data, dataUpdatedAt, queries])
  if (!Ticket || shownFen === 0) return null
  return (
    <Suspense>
      <DepositNoticeDialog
        fen={shownFen}
        onClose={() => {
          queries.setQueryData(['recentDeposit', Ticket], 0)
          setShownFen(0)
        }}
      />
    </Suspense>
  )
}
