/**
 * The site's one clock. It runs on the server's time, whatever the device believes, and always reads GMT+8 (NAV-08,
 * D-16). Everything that counts down or stamps a request asks here.
 */
let offsetMs = 0

/** Sets the clock by a server time just received, in unix milliseconds. */
export function setServerTime(serverMs: number): void {
  if (Number.isFinite(serverMs) && serverMs > 0) offsetMs = serverMs - Date.now()
}

/** The server's time now, unix milliseconds. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

const gmt8 = 8 * 3600_000

/** An instant as every page shows it: YYYY-MM-DD HH:mm:ss in GMT+8. */
export function gmtTime(atMs: number = serverNow()): string {
  return new Date(atMs + gmt8).toISOString().slice(0, 19).replace('T', ' ')
}

/** The GMT+8 day of an instant: YYYY-MM-DD. */
export function gmtDay(atMs: number = serverNow()): string {
  return gmtTime(atMs).slice(0, 10)
}

/** The day some days after (or before) a day. Days are plain dates here, so no zone can shift them. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** 754 becomes 12:34. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

export type Period = 'thisMonth' | 'thisWeek' | 'lastMonth' | 'lastWeek' | 'all'

/** The period's code on the wire (D-28). */
export const periodCode: Record<Period, number> = { thisMonth: 1, thisWeek: 2, lastMonth: 3, lastWeek: 4, all: 0 }

/** First and last day of a period, weeks starting on Monday (D-16). All time has neither: the pickers go empty. */
export function periodDays(period: Period, today: string = gmtDay()): { start: string; end: string } {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -weekday)
  const first = `${today.slice(0, 8)}01`
  switch (period) {
    case 'thisWeek':
      return { start: monday, end: today }
    case 'lastWeek':
      return { start: addDays(monday, -7), end: addDays(monday, -1) }
    case 'thisMonth':
      return { start: first, end: today }
    case 'lastMonth': {
      const end = addDays(first, -1)
      return { start: `${end.slice(0, 8)}01`, end }
    }
    case 'all':
      return { start: '', end: '' }
  }
}
