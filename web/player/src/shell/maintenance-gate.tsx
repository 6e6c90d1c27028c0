import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { useEffect } from 'react'
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

export function MaintenanceGate() {
  const navigate = useNavigate()
  useEffect(() => {
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
