import { gmtDay } from '@shared/clock'
import { addDays, periodDays } from '@shared/days'

export const ranges = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type RangeName = (typeof ranges)[number]

export interface Range {
  from: string
  to: string
}

/** rangeOf is the first and the last GMT+8 day of a quick range. */
export function rangeOf(name: RangeName, today = gmtDay()): Range {
  if (name === 'today') return { from: today, to: today }
  if (name === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  const { start, end } = periodDays(name, today)
  return { from: start, to: end }
}

/** nameOf is the quick range that a range is, if it is one. */
export function nameOf({ from, to }: Range, today = gmtDay()): RangeName | undefined {
  return ranges.find((name) => {
    const range = rangeOf(name, today)
    return range.from === from && range.to === to
  })
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** readRange is the range in an address; this month for none or a senseless one. */
export function readRange(params: URLSearchParams, today = gmtDay()): Range {
  const from = params.get('from')
  const to = params.get('to')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : rangeOf('thisMonth', today)
}

/** daysIn is how many days a range has. */
export function daysIn({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** shareOf is what part of the stakes stayed: "3.52%". It is shown and never counted with. */
export function shareOf(ggr: string, stake: string): string {
  const whole = Number(stake)
  return whole > 0 ? `${((Number(ggr) / whole) * 100).toFixed(2)}%` : '—'
}
