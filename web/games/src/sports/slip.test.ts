import { describe, expect, it } from 'vitest'
import {
  fenOf,
  format,
  isChanged,
  type Leg,
  lineText,
  orderOf,
  possibleReturn,
  toggle,
  totalStake,
  troubleOf,
  withQuotes,
} from './slip'
import type { Quote } from './wire'

const leg = (match: string, more: Partial<Leg> = {}): Leg => ({
  match,
  home: '甲',
  away: '乙',
  name: '独赢 甲',
  market: '1x2',
  side: 'home',
  line: 0,
  price: 1850,
  score: { home: 0, away: 0 },
  offered: 1850,
  offeredScore: { home: 0, away: 0 },
  suspended: false,
  stake: '10',
  ...more,
})
const limits = { min: '5.00', max: '20000.00' }

describe('odds', () => {
  it('are written as the server writes them', () => {
    const rows: [number, string, string, string][] = [
      [1850, '1.85', '0.85', '0.85'],
      [2500, '2.50', '1.50', '-0.67'],
      [2000, '2.00', '1.00', '1.00'],
    ]
    for (const [price, eu, hk, my] of rows)
      expect([format(price, 'EU'), format(price, 'HK'), format(price, 'MY')]).toEqual([eu, hk, my])
  })

  it('have lines in quarters', () => {
    expect([0, -2, 3, -5, 8].map((line) => lineText(line, true))).toEqual(['0', '-0.5', '+0.5/1', '-1/1.5', '+2'])
    expect(lineText(11, false)).toBe('2.5/3')
  })
})

describe('the bet slip', () => {
  it('adds a pick once and removes it again', () => {
    const one = toggle([], leg('a'))
    expect(toggle(one, leg('b'))).toHaveLength(2)
    expect(toggle(one, leg('a', { price: 1900 }))).toEqual([])
  })

  it('reads amounts and nothing else', () => {
    expect([fenOf('10'), fenOf('0.29'), fenOf('-1'), fenOf('1.234'), fenOf('')]).toEqual([1000, 29, null, null, null])
  })

  it('returns singles apart and a parlay multiplied, rounded down', () => {
    const legs = [leg('a', { stake: '5.55' }), leg('b', { price: 1333, stake: '' })]
    expect(possibleReturn(legs, false, '')).toBe(1026)
    expect(totalStake(legs, false, '')).toBe(555)
    expect(possibleReturn(legs, true, '100.01')).toBe(24_662)
    expect(totalStake(legs, true, '100.01')).toBe(10_001)
  })

  it('follows the odds only of a player who accepts changes', () => {
    const quote: Quote = {
      match: 'a',
      score: { home: 1, away: 0 },
      market: '1x2',
      side: 'home',
      line: 0,
      price: 1500,
      suspended: false,
    }
    const [kept] = withQuotes([leg('a')], [quote], false)
    expect(kept?.price).toBe(1850)
    expect(kept && isChanged(kept)).toBe(true)
    const [followed] = withQuotes([leg('a')], [quote], true)
    expect(followed?.price).toBe(1500)
    expect(followed && isChanged(followed)).toBe(false)
  })

  it('takes another score for a change of handicaps alone', () => {
    const score = { home: 1, away: 0 }
    expect(isChanged(leg('a', { market: 'hdp', offeredScore: score }))).toBe(true)
    expect(isChanged(leg('a', { market: 'ou', offeredScore: score }))).toBe(false)
  })

  it('names the trouble before it is sent', () => {
    expect(troubleOf([], false, '', limits, false)).toBe('empty')
    expect(troubleOf([leg('a')], true, '10', limits, false)).toBe('needTwo')
    expect(troubleOf([leg('a'), leg('a', { side: 'away' })], true, '10', limits, false)).toBe('sameMatch')
    expect(troubleOf([leg('a', { suspended: true })], false, '', limits, true)).toBe('suspended')
    expect(troubleOf([leg('a', { offered: 1900 })], false, '', limits, false)).toBe('changed')
    expect(troubleOf([leg('a', { stake: '4.99' })], false, '', limits, false)).toBe('stake')
    expect(troubleOf([leg('a'), leg('b')], true, '10', limits, false)).toBeNull()
  })

  it('sends stakes with singles and one stake with a parlay', () => {
    expect(orderOf([leg('a')], false, '7', 'HK', true).legs[0]?.stake).toBe('10')
    const parlay = orderOf([leg('a'), leg('b')], true, '7', 'EU', false)
    expect([parlay.stake, parlay.legs[0]?.stake]).toEqual(['7', undefined])
  })
})
