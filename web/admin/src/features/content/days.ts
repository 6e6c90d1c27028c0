import { gmtDay } from '@shared/clock'
import { text } from '../../text/zh-cn'

/** daysText is the days of a promotion as players read them. */
export function daysText(starts: number | null | undefined, ends: number | null | undefined): string {
  if (starts == null && ends == null) return text.promotion.noDays
  return `${starts == null ? '' : gmtDay(starts)} ~ ${ends == null ? '' : gmtDay(ends)}`
}
