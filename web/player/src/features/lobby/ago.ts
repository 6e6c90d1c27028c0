import { serverNow } from '@shared/clock'
import type { zhCN } from './text/lobby.zh-cn'

type AgoText = Pick<typeof zhCN, 'justNow' | 'minutes' | 'hours' | 'days'>

/** How long ago a GMT+8 time is. */
export function ago(time: string, text: AgoText): string {
  const minutes = Math.floor((serverNow() - Date.parse(`${time.replace(' ', 'T')}+08:00`)) / 60_000)
  if (minutes < 1) return text.justNow
  if (minutes < 60) return text.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? text.hours(hours) : text.days(Math.floor(hours / 24))
}
