import type { Draw, Family, Pick } from './wire'

/** The multiple of each issue of a chase order. */
export function timesOf(issues: number, double: boolean): number[] {
  return Array.from({ length: issues }, (_, at) => (double ? 2 ** at : 1))
}

/** Fen that an order costs: every line in every issue. */
export function costOf(lines: number, unit: number, multiple: number, times: number[]): number {
  return lines * Math.round(unit * 100) * multiple * times.reduce((sum, one) => sum + one, 0)
}

export interface Row {
  of: string
  picks: Pick[]
}

export interface Tab {
  play: string
  rows: Row[]
}

/** The picks as tabs of rows, in the order in which they are listed. */
export function tabsOf(picks: Pick[]): Tab[] {
  const tabs: Tab[] = []
  for (const pick of picks) {
    let tab = tabs.find((one) => one.play === pick.play)
    if (!tab) {
      tab = { play: pick.play, rows: [] }
      tabs.push(tab)
    }
    let row = tab.rows.find((one) => one.of === pick.of)
    if (!row) {
      row = { of: pick.of, picks: [] }
      tab.rows.push(row)
    }
    row.picks.push(pick)
  }
  return tabs
}

export type Quick = 'all' | 'big' | 'small' | 'odd' | 'even' | 'none'

/** Which picks of a row of numbers a quick choice means: big is the upper half. */
export function quickPicks(row: Row, quick: Quick): string[] {
  const half = Math.floor(row.picks.length / 2)
  return row.picks
    .filter((pick, at) => {
      const n = Number(pick.name)
      return {
        all: true,
        none: false,
        big: at >= half,
        small: at < half,
        odd: n % 2 === 1,
        even: n % 2 === 0,
      }[quick]
    })
    .map((pick) => pick.key)
}

export const isNumeric = (row: Row) => row.picks.length >= 6 && row.picks.every((pick) => /^\d+$/.test(pick.name))

/** The numbers that a place can show. */
export function numbersOf(family: Family): number[] {
  const ranges = { digits: [0, 9], k3: [1, 6], pk10: [1, 10], eleven: [1, 11], pc28: [0, 9], lhc: [1, 49] }
  const [from, to] = ranges[family] as [number, number]
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

export interface Trend {
  number: number
  /** Draws since it was last seen. */
  omission: number
  frequency: number
}

/** Whether the places of a result mean something: dice and the numbers of 49 have none. */
export const hasPlaces = (family: Family) => family !== 'k3' && family !== 'lhc'

/** Whether a draw shows a number at a place, or anywhere where there are no places. */
export const shows = (family: Family, draw: Draw, place: number, number: number) =>
  hasPlaces(family) ? draw.result[place] === number : draw.result.includes(number)

/** How often each number came at a place, and since when not. */
export function trendsOf(family: Family, draws: Draw[], place: number): Trend[] {
  return numbersOf(family).map((number) => {
    const has = (draw: Draw) => shows(family, draw, place, number)
    const last = draws.findIndex(has)
    return { number, omission: last < 0 ? draws.length : last, frequency: draws.filter(has).length }
  })
}
