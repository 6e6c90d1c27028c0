import { gmtDay } from './clock'

/** Days, weeks and months in GMT+8 (D-16), and what is left of a time. */

/** The day some days after (or before) a day. Days are plain dates here, so no zone can shift them. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The day that a text means, YYYY-MM-DD; '' for a text that is no day of the calendar. */
export function dayOf(text: string): string {
  const [, year, month, date] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text.trim()) ?? []
  if (!year || !month || !date) return ''
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : ''
}

/** Whether a text is a day in the form that the wire wants. */
export const isDay = (text: string | null): text is string => text !== null && text !== '' && dayOf(text) === text

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

/** 754 becomes 12:34. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

/** 41025 becomes 11:23:45. */
export function formatHours(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
