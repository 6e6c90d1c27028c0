import { describe, expect, it } from 'vitest'
import { costOf, quickPicks, tabsOf, timesOf, trendsOf } from './slip'
import type { Draw, Pick } from './wire'

const pick = (play: string, of: string, name: string): Pick => ({
  key: `${play}${of}${name}`,
  play,
  of,
  name,
  price: 9700,
})
const draw = (...result: number[]): Draw => ({ issue: '', drawnAt: 0, result, commitment: '', seed: '' })

describe('the bet slip', () => {
  it('costs every line in every issue, to the fen', () => {
    expect(costOf(3, 0.1, 7, [1])).toBe(210)
    expect(costOf(2, 2, 5, timesOf(3, true))).toBe(14_000)
    expect(timesOf(4, false)).toEqual([1, 1, 1, 1])
  })

  it('groups picks by play and position', () => {
    const tabs = tabsOf([pick('a', 'x', '1'), pick('b', 'x', '1'), pick('a', 'y', '1'), pick('a', 'x', '2')])
    expect(tabs.map((tab) => tab.play)).toEqual(['a', 'b'])
    expect(tabs[0]?.rows.map((row) => [row.of, row.picks.length])).toEqual([
      ['x', 2],
      ['y', 1],
    ])
  })

  it('picks halves and parities of a row', () => {
    const digits = { of: '个位', picks: Array.from({ length: 10 }, (_, n) => pick('', '', String(n))) }
    expect(quickPicks(digits, 'big')).toEqual(['5', '6', '7', '8', '9'])
    const cars = { of: '冠军', picks: Array.from({ length: 10 }, (_, n) => pick('', '', String(n + 1))) }
    expect(quickPicks(cars, 'small')).toEqual(['1', '2', '3', '4', '5'])
    expect(quickPicks(cars, 'odd')).toEqual(['1', '3', '5', '7', '9'])
    expect(quickPicks(cars, 'none')).toEqual([])
    const eleven = { of: '第一球', picks: Array.from({ length: 11 }, (_, n) => pick('', '', String(n + 1))) }
    expect(quickPicks(eleven, 'big')).toEqual(['6', '7', '8', '9', '10', '11'])
  })
})

describe('trends', () => {
  it('count omission and frequency at a place', () => {
    const draws = [draw(1, 2, 3, 4, 5), draw(7, 2, 3, 4, 5), draw(1, 2, 3, 4, 5)]
    const at = trendsOf('digits', draws, 0)
    expect(at[1]).toEqual({ number: 1, omission: 0, frequency: 2 })
    expect(at[7]).toEqual({ number: 7, omission: 1, frequency: 1 })
    expect(at[9]).toEqual({ number: 9, omission: 3, frequency: 0 })
  })

  it('count any of the numbers of 49', () => {
    expect(trendsOf('lhc', [draw(1, 2, 6, 8, 9, 40, 49)], 0)[48]).toEqual({ number: 49, omission: 0, frequency: 1 })
  })

  it('count any die', () => {
    expect(trendsOf('k3', [draw(1, 2, 6), draw(2, 2, 3)], 0)[1]).toEqual({ number: 2, omission: 0, frequency: 2 })
  })
})
