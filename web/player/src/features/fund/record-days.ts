import { gmtDay } from '@shared/clock'
import { addDays } from '@shared/days'

/** First and last day of what is shown, YYYY-MM-DD in GMT+8. */
export interface Days {
  start: string
  end: string
}

export type Range = 'today' | 'week' | 'month'

export const ranges: Range[] = ['today', 'week', 'month']

/** The quick ranges (FUND-03): today, from six days ago, from the same day of the month before. */
export function rangeDays(range: Range, today: string = gmtDay()): Days {
  const start = { today, week: addDays(today, -6), month: monthBefore(today) }
  return { start: start[range], end: today }
}

/** A month without such a day ends sooner: before 31 March comes the last of February. */
function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10)
}
