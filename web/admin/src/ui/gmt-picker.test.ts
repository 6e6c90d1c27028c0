import { gmtTime } from '@shared/clock'
import { expect, test } from 'vitest'
import { gmtInstant } from './gmt-picker'

// D-16: a time that staff choose is one of GMT+8, wherever they sit.
test('a chosen time is read by the clock of GMT+8', () => {
  expect(gmtTime(gmtInstant('2026-11-21 23:30'))).toBe('2026-11-21 23:30:00')
  expect(gmtInstant('2026-11-22')).toBe(Date.parse('2026-11-21T16:00:00Z'))
})
