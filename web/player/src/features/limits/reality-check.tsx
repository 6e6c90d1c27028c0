import { api } from '@shared/api/player-client'
import { serverNow } from '@shared/clock'
import { fenOf } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { Optional } from '../../ui/optional'
import { limitsKey } from './limits-queries'

const RealityDialog = lazy(() => import('./reality-dialog'))

/** Until when the checks of a session were acknowledged: in the browser, so that a reload brings back one that was not. */
const ackKey = 'realityCheck'
const acked = (since: number) => {
  const [of, at] = (localStorage.getItem(ackKey) ?? '').split(' ').map(Number)
  return of === since && at ? at : since
}

/** Asks when the session began and what it came to so far. */
async function readReality(signal?: AbortSignal) {
  const { Data } = await api.call('POST /v1/Select/RealityCheck', undefined, signal ? { signal } : {})
  return {
    since: Data.Since,
    minutes: Data.Minutes,
    netFen: fenOf(Data.Net),
    depositsFen: fenOf(Data.Deposits),
  }
}

export type Reality = Awaited<ReturnType<typeof readReality>>

/**
 * The reality check (RG-6). A dialog appears when the player's interval has passed since the login or the
 * last acknowledgement. It shows the time spent here and the result. Failures are ignored, and tried again a
 * minute later.
 */
export default function RealityCheck({ onLogout }: { onLogout: () => void }) {
  const { Ticket } = useLogin()
  const [shown, setShown] = useState<Reality | null>(null)
  const { data, refetch } = useQuery({
    queryKey: [...limitsKey, 'reality', Ticket],
    enabled: Ticket !== '',
    retry: false,
    queryFn: ({ signal }) => readReality(signal),
  })
  useEffect(() => {
    if (!data || data.minutes === 0 || shown) return
    let asking = false
    const look = async () => {
      if (asking || serverNow() < acked(data.since) + data.minutes * 60_000) return
      asking = true
      const { data: fresh, isError } = await refetch()
      asking = false
      if (fresh && !isError && fresh.minutes > 0) setShown(fresh)
    }
    void look()
    const timer = window.setInterval(() => void look(), 5000)
    return () => window.clearInterval(timer)
  }, [data, shown, refetch])
  if (!shown || !Ticket) return null
  return (
    <Optional>
      <RealityDialog
        reality={shown}
        onLogout={onLogout}
        onSeen={() => {
          localStorage.setItem(ackKey, `${shown.since} ${serverNow()}`)
          setShown(null)
        }}
      />
    </Optional>
  )
}
