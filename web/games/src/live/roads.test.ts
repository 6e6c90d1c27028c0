import { describe, expect, test } from 'vitest'
import { bigRoad, lastColumns } from './roads'
import type { Outcome } from './wire'

const names: Record<string, string> = { B: 'banker', P: 'player', T: 'tie' }
const shoe = (text: string): Outcome[] =>
  [...text].map((letter) => ({ winner: names[letter] ?? '', points: [0, 0], number: 0, pairs: [false, false] }))
const places = (text: string) => bigRoad(shoe(text)).map((cell) => `${cell.column},${cell.row}`)

describe('the big road', () => {
  test('a run goes down, another winner begins a column', () => {
    expect(places('BBPB')).toEqual(['0,0', '0,1', '1,0', '2,0'])
  })
  test('a run longer than the column turns right', () => {
    expect(places('BBBBBBBB')).toEqual(['0,0', '0,1', '0,2', '0,3', '0,4', '0,5', '1,5', '2,5'])
  })
  test('a run turns where an earlier one lies in its way', () => {
    // The banker's seventh lies at the foot of column 1; the player's run stops above it.
    expect(places('BBBBBBBPPPPPP').slice(-6)).toEqual(['1,0', '1,1', '1,2', '1,3', '1,4', '2,4'])
  })
  test('a tie marks the cell before it, and one at the start marks nothing', () => {
    expect(bigRoad(shoe('TBTTP')).map((cell) => cell.ties)).toEqual([2, 0])
  })
  test('only the newest columns are kept', () => {
    const cells = lastColumns(bigRoad(shoe('BPBPB')), 2)
    expect(cells.map((cell) => `${cell.column}${cell.winner[0]}`)).toEqual(['0p', '1b'])
  })
})
