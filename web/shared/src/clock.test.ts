import { afterEach, expect, it, vi } from 'vitest'
import { gmtDay, gmtTime, serverNow, setServerTime } from './clock'
import { addDays, formatCountdown, periodCode, periodDays } from './days'

afterEach(() => {
  vi.useRealTimers()
  setServerTime(Date.now())
})

it('NAV-08 reads GMT+8 whatever the device is set to', () => {
  expect(gmtTime(Date.parse('2026-03-01T16:00:00Z'))).toBe('2026-03-02 00:00:00')
  expect(gmtDay(Date.parse('2026-03-01T15:59:59Z'))).toBe('2026-03-01')
})

it('NAV-08 runs on the server time, not on a device that is a day off', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:00Z') })
  setServerTime(Date.parse('2026-03-02T00:00:00Z'))
  vi.advanceTimersByTime(5000)
  expect(serverNow()).toBe(Date.parse('2026-03-02T00:00:05Z'))
})

it('REC-03 fills the days of each period, weeks from Monday (D-16, D-28)', () => {
  const sunday = '2026-03-01'
  expect(periodDays('thisWeek', sunday)).toEqual({ start: '2026-02-23', end: sunday })
  expect(periodDays('lastWeek', sunday)).toEqual({ start: '2026-02-16', end: '2026-02-22' })
  expect(periodDays('thisMonth', sunday)).toEqual({ start: '2026-03-01', end: sunday })
  expect(periodDays('lastMonth', sunday)).toEqual({ start: '2026-02-01', end: '2026-02-28' })
  expect(periodDays('all', sunday)).toEqual({ start: '', end: '' })
  expect(periodCode).toEqual({ thisMonth: 1, thisWeek: 2, lastMonth: 3, lastWeek: 4, all: 0 })
})

it('steps over month and leap-year ends', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

it('DEP-05 counts 1200 seconds down in minutes and never below zero', () => {
  expect(formatCountdown(1200)).toBe('20:00')
  expect(formatCountdown(61)).toBe('01:01')
  expect(formatCountdown(-3)).toBe('00:00')
})
