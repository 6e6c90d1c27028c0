import { describe, expect, test } from 'vitest'
import { ageText, dayEnd, dayStart, daysBack } from './time'

describe('days and ages in GMT+8', () => {
  test('a Beijing day runs from 16:00 to 16:00 UTC', () => {
    expect(dayStart('2026-11-21')).toBe(Date.parse('2026-11-20T16:00:00Z'))
    expect(dayEnd('2026-11-21')).toBe(Date.parse('2026-11-21T16:00:00Z'))
    expect(dayEnd('2026-12-31')).toBe(Date.parse('2026-12-31T16:00:00Z'))
  })

  test('a senseless day in a link is no day', () => {
    expect(dayStart('yesterday')).toBeUndefined()
    expect(dayEnd('2026-13-99')).toBeUndefined()
  })

  test('the last seven days end today and cross months', () => {
    expect(daysBack(7, '2026-03-03')).toEqual(['2026-02-25', '2026-03-03'])
    expect(daysBack(1, '2026-03-03')).toEqual(['2026-03-03', '2026-03-03'])
  })

  test('ages use the largest fitting unit and never run backwards', () => {
    expect(ageText(0, 59_000)).toBe('59 秒')
    expect(ageText(0, 60_000)).toBe('1 分钟')
    expect(ageText(0, 7_200_000)).toBe('2 小时')
    expect(ageText(0, 172_800_000)).toBe('2 天')
    expect(ageText(5000, 0)).toBe('0 秒')
  })
})
