import { gmtDay } from '@shared/clock'
import type { ListView } from '../api/wire'
import { dayStart, daysBack } from './time'
import { queryOf, type UrlState } from './use-url-state'

/** What was chosen in a list, as a saved view keeps it. */
export type Choice = Pick<ListView, 'filters' | 'days' | 'part' | 'sort' | 'hidden'>

type Chosen = Pick<UrlState, 'filters' | 'sort'>

/**
 * Names of the address that the page itself reads and that are no filters of the API: a part of the page, or how long
 * ago, which the page turns into an instant each time.
 */
const partNames = ['view', 'show', 'age']

/** isPart also knows the choice of every state, on a page that shows one state without a choice. */
const isPart = (name: string, value: unknown) => partNames.includes(name) || (name === 'state' && value === 'all')

const dayMs = 86_400_000

/** daysOf is how many days up to today the filters span; 0 when they end on another day. */
export function daysOf({ from, to }: Record<string, string>, today = gmtDay()): number {
  const first = dayStart(from ?? '')
  const last = dayStart(to ?? '')
  if (first === undefined || last === undefined || to !== today) return 0
  const days = Math.round((last - first) / dayMs) + 1
  return days >= 1 && days <= 366 ? days : 0
}

/** chosenOf is what a list shows now. A rolling view keeps how many days, and no date. */
export function chosenOf(url: Chosen, hidden: readonly string[], rolling: boolean): Choice {
  const days = rolling ? daysOf(url.filters) : 0
  const filters: Record<string, string> = {}
  for (const [name, value] of Object.entries(queryOf(url.filters))) {
    const dated = days > 0 && (name === 'from' || name === 'to')
    if (value !== undefined && value !== '' && !dated && !isPart(name, value)) filters[name] = String(value)
  }
  const part = Object.keys(url.filters).find((name) => url.filters[name] && isPart(name, url.filters[name]))
  return {
    filters,
    days,
    part: part ? `${part}.${url.filters[part]}` : '',
    sort: url.sort ?? '',
    hidden: [...hidden],
  }
}

/** filtersOf is what the address holds while a view is shown. */
export function filtersOf(view: Choice): Record<string, string> {
  const { from, to, ...filters } = view.filters
  const at = view.part.indexOf('.')
  const [name, value] = [view.part.slice(0, at), view.part.slice(at + 1)]
  if (isPart(name, value)) filters[name] = value
  if (view.days > 0) [filters.from, filters.to] = daysBack(view.days) as [string, string]
  else {
    if (from) filters.from = gmtDay(Number(from))
    if (to) filters.to = gmtDay(Number(to) - 1)
  }
  return filters as Record<string, string>
}

/** sameView says that a list still shows what its view holds. */
export function sameView(view: Choice, url: Chosen, hidden: readonly string[]): boolean {
  const now = chosenOf(url, hidden, view.days > 0)
  return (
    now.days === view.days &&
    now.part === view.part &&
    now.sort === view.sort &&
    text([...now.hidden].sort()) === text([...view.hidden].sort()) &&
    text(Object.entries(now.filters).sort()) === text(Object.entries(view.filters).sort())
  )
}

const text = (value: unknown) => JSON.stringify(value)
