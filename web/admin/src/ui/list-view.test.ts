import { gmtDay } from '@shared/clock'
import { describe, expect, test } from 'vitest'
import { chosenOf, daysOf, filtersOf, sameView } from './list-view'
import { dayEnd, dayStart, daysBack } from './time'

describe('a saved view brings back what was chosen (H-418)', () => {
  const fixed = { filters: { from: '2026-11-01', to: '2026-11-03', player: 'ming', view: 'all' }, sort: '-amount' }

  test('dates are kept as the API takes them, and the part of the page apart from the filters', () => {
    const choice = chosenOf(fixed, ['method'], false)
    expect(choice).toEqual({
      filters: { player: 'ming', from: String(dayStart('2026-11-01')), to: String(dayEnd('2026-11-03')) },
      days: 0,
      part: 'view.all',
      sort: '-amount',
      hidden: ['method'],
    })
    expect(filtersOf(choice)).toEqual(fixed.filters)
    expect(sameView(choice, fixed, ['method'])).toBe(true)
  })

  test('a rolling view keeps how many days, and moves with today', () => {
    const [from, to] = daysBack(7)
    const choice = chosenOf({ filters: { from, to }, sort: undefined }, [], true)
    expect(choice).toMatchObject({ filters: {}, days: 7, sort: '' })
    expect(filtersOf(choice)).toEqual({ from, to })
  })

  test('days that end on another day do not roll', () => {
    expect(daysOf({ from: '2026-11-01', to: '2026-11-03' }, '2026-11-04')).toBe(0)
    expect(daysOf({ from: '2026-11-01', to: '2026-11-03' }, '2026-11-03')).toBe(3)
    expect(daysOf({ from: 'x', to: gmtDay() })).toBe(0)
    expect(daysOf({})).toBe(0)
  })

  test.each([
    ['how long a case waits', { age: '24', kind: 'late' }, 'age.24', { kind: 'late' }],
    ['every state, where the page shows one', { state: 'all', player: 'ming' }, 'state.all', { player: 'ming' }],
    ['one state', { state: 'settled' }, '', { state: 'settled' }],
  ])('%s is kept', (_, filters, part, asked) => {
    const url = { filters: filters as Record<string, string>, sort: undefined }
    const choice = chosenOf(url, [], false)
    expect(choice).toMatchObject({ filters: asked, part })
    expect(filtersOf(choice)).toEqual(filters)
    expect(sameView(choice, url, [])).toBe(true)
  })

  test('another filter, order or column is seen as a change', () => {
    const choice = chosenOf(fixed, [], false)
    expect(sameView(choice, { ...fixed, sort: 'amount' }, [])).toBe(false)
    expect(sameView(choice, fixed, ['method'])).toBe(false)
    expect(sameView(choice, { ...fixed, filters: { ...fixed.filters, player: 'hong' } }, [])).toBe(false)
  })
})
