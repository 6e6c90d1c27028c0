import { gmtDay, gmtTime, serverNow } from '@shared/clock'
import { addDays } from '@shared/days'
import { text } from '../text/zh-cn'

/** dayStart is the instant a Beijing day (YYYY-MM-DD) begins; undefined when the text is no day. */
export function dayStart(onDay: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(onDay)) return undefined
  const ms = Date.parse(`${onDay}T00:00:00+08:00`)
  return Number.isNaN(ms) ? undefined : ms
}

/** dayEnd is the instant a Beijing day is over, which is the beginning of the next. */
export function dayEnd(onDay: string): number | undefined {
  return dayStart(onDay) === undefined ? undefined : dayStart(addDays(onDay, 1))
}

/** daysBack is the range of the last n Beijing days, today being the last of them. */
export function daysBack(n: number, today = gmtDay()): [string, string] {
  return [addDays(today, 1 - n), today]
}

/** ageText says in Chinese how long ago something was, in the largest fitting unit. */
export function ageText(ms: number, now = serverNow()): string {
  return spanText(Math.max(0, Math.floor((now - ms) / 1000)))
}

/** spanText says a number of seconds in the largest fitting unit. */
export function spanText(seconds: number): string {
  if (seconds < 60) return text.time.seconds(seconds)
  if (seconds < 3600) return text.time.minutes(Math.floor(seconds / 60))
  if (seconds < 86_400) return text.time.hours(Math.floor(seconds / 3600))
  return text.time.days(Math.floor(seconds / 86_400))
}

/** Time shows an instant in GMT+8, whatever zone this device is in. */
export function Time({ ms }: { ms: number | null }) {
  if (ms === null) return <span className="muted">—</span>
  return (
    <time dateTime={new Date(ms).toISOString()} className="time">
      {gmtTime(ms)}
    </time>
  )
}
