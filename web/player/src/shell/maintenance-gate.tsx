import { api, onMaintenance } from '@shared/api/player-client'
import { quietly } from '@shared/api/quietly'
import { boot } from '@shared/boot'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { openOrder } from '../open-order'
import { paths } from '../paths'

export interface Maintenance {
  status: boolean
  startTime: string
  endTime: string
}

const key = 'maintenance'

const keep = (now: Maintenance) => sessionStorage.setItem(key, JSON.stringify(now))

/** Asks whether the whole site is under maintenance and keeps the answer for this tab (MNT-01). */
export async function askMaintenance(): Promise<Maintenance> {
  const { Data } = await api.call('GET /v1/PubInterface/PlatformMaintenanceMessage', { platformCode: 'WEB' })
  const now = { status: Boolean(Data?.Status), startTime: Data?.StartTime ?? '', endTime: Data?.EndTime ?? '' }
  keep(now)
  return now
}

/** The state known without a call: this tab was told, or the page came with it. */
export function knownMaintenance(): Maintenance {
  const { status, startTime = '', endTime = '' } = boot.maintenance
  const fromPage = { status, startTime, endTime }
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Maintenance | null) ?? fromPage
  } catch {
    return fromPage
  }
}

/**
 * A state that an earlier page of this tab was told is over: this one was written later. Returns the time it
 * was told, 0 for not.
 */
function begin(): number {
  sessionStorage.removeItem(key)
  const now = knownMaintenance()
  if (now.status) keep(now)
  return now.status ? Date.now() : 0
}

/** How long an answer is good for a player who goes from page to page, and for one who comes back to the tab. */
export const askEveryMs = 60_000
export const askBackMs = 5_000

/**
 * Leads to the maintenance page: when the page was written under maintenance, when asking says so, and when a call was
 * refused for it. Then the sentence of the refusal goes along, for the form that asked is gone with its page. It asks at
 * the start, on the way to other pages, and when the tab is looked at again.
 */
export function MaintenanceGate() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const askedAt = useRef<number>(null)
  askedAt.current ??= begin()
  const there = same(pathname, paths.maintain)

  // The router's navigate is another one on every page.
  const leave = useRef((_said?: string) => {})
  leave.current = (said) => {
    if (!there && !paysOrder(pathname, search)) void navigate(paths.maintain, { replace: true, state: { said } })
  }
  const ask = useRef((_goodForMs: number) => {})
  ask.current = (goodForMs) => {
    if (there) return // that page asks by itself
    if (Date.now() - (askedAt.current ?? 0) < goodForMs) {
      if (knownMaintenance().status) leave.current()
      return
    }
    askedAt.current = Date.now()
    // A failure here is passed over in silence (ERR-04): the site is there until it says otherwise.
    askMaintenance().then(
      ({ status }) => status && leave.current(),
      (error) => quietly('maintenance', error),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked on the way to another page
  useEffect(() => ask.current(askEveryMs), [pathname])

  useEffect(() => {
    const back = () => {
      if (!document.hidden) ask.current(askBackMs)
    }
    document.addEventListener('visibilitychange', back)
    const stop = onMaintenance((said) => leave.current(said))
    return () => {
      document.removeEventListener('visibilitychange', back)
      stop()
    }
  }, [])
  return null
}

const same = (pathname: string, path: string) => pathname.toLowerCase() === path.toLowerCase()

/**
 * A deposit that waits for its payment stays in sight: it shows where to pay, and the payment is credited.
 */
const paysOrder = (pathname: string, search: string) =>
  same(pathname, paths.deposit) && Boolean(openOrder.get() || new URLSearchParams(search).get('order'))
