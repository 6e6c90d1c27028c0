import { describe, expect, test } from 'vitest'
import { fromForm } from './filter-bar'
import { queryOf, readUrl } from './use-url-state'

describe('a table whose filters live in the address', () => {
  test('a link brings page, size, filters and the opened row', () => {
    expect(readUrl(new URLSearchParams('page=3&size=100&state=review&player=lihua88&open=501&tab=deposits'))).toEqual({
      page: 3,
      size: 100,
      filters: { state: 'review', player: 'lihua88' },
      open: '501',
    })
  })

  test.each(['page=0', 'page=-2', 'page=x', 'page=1.5', 'size=9999', ''])('a broken link (%s) falls back', (search) =>
    expect(readUrl(new URLSearchParams(search))).toMatchObject({ page: 1, size: 50 }),
  )

  test('days become instants, the last one included; the view is the screen’s own', () => {
    expect(queryOf({ from: '2026-11-20', to: '2026-11-21', view: 'all', state: 'paid' })).toEqual({
      from: Date.parse('2026-11-19T16:00:00Z'),
      to: Date.parse('2026-11-21T16:00:00Z'),
      state: 'paid',
    })
  })

  test('empty inputs are no filters, and spaces around a name do not hide a player', () => {
    expect(fromForm({ player: ' lihua88 ', order: '', state: undefined, days: ['2026-11-20', '2026-11-21'] })).toEqual({
      player: 'lihua88',
      from: '2026-11-20',
      to: '2026-11-21',
    })
  })
})
