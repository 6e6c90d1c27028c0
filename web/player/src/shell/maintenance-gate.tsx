import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths'

export interface Maintenance {
  status: boolean
  startTime: string
  endTime: string
}

const key = 'maintenance'

/** Asks whether the whole site is under maintenance and keeps the answer for this tab (MNT-01). */
export async function askMaintenance(): Promise<Maintenance> {
  const { Data } = await api.call('GET /v1/PubInterface/PlatformMaintenanceMessage', { platformCode: 'WEB' })
  const now = { status: Boolean(Data?.Status), startTime: Data?.StartTime ?? '', endTime: Data?.EndTime ?? '' }
  sessionStorage.setItem(key, JSON.stringify(now))
  return now
}

/** What is known without asking: the page came with it, or this tab was told. */
export function knownMaintenance(): Maintenance {
  const { status, startTime = '', endTime = '' } = boot.maintenance
  const fromPage = { status, startTime, endTime }
  if (status) return fromPage
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Maintenance | null) ?? fromPage
  } catch {
    return fromPage
  }
}

export function MaintenanceGate() {
  const navigate = useNavigate()
  // At the start alone: the router's navigate is another one on every page.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const goIf = (status: boolean) => {
      if (status) void navigate(paths.maintain, { replace: true })
    }
    if (boot.maintenance.status) goIf(true)
    // A failure here is passed over in silence (ERR-04): the site is there until it says otherwise.
    else
      askMaintenance().then(
        ({ status }) => goIf(status),
        () => undefined,
      )
  }, [navigate])
  return null
}
