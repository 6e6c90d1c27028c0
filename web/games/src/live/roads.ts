import type { Outcome } from './wire'

/** A cell of the big road: whose run it belongs to and how many ties followed. */
export interface RoadCell {
  column: number
  row: number
  winner: string
  ties: number
  pairs: [boolean, boolean]
}

const rows = 6

/**
 * The big road: each run of one winner goes down a column and turns right where the column ends or is taken. A tie is
 * no cell of its own: it marks the cell before it.
 */
export function bigRoad(outcomes: Outcome[]): RoadCell[] {
  const cells: RoadCell[] = []
  const taken = new Set<string>()
  let column = -1
  let start = -1
  let row = 0
  let winner = ''
  for (const outcome of outcomes) {
    const last = cells.at(-1)
    if (outcome.winner === 'tie') {
      if (last) last.ties++
      continue
    }
    if (outcome.winner !== winner) {
      start++
      while (taken.has(`${start},0`)) start++
      column = start
      row = 0
      winner = outcome.winner
    } else if (row + 1 < rows && !taken.has(`${column},${row + 1}`)) row++
    else column++
    taken.add(`${column},${row}`)
    cells.push({ column, row, winner, ties: 0, pairs: outcome.pairs })
  }
  return cells
}

/** The newest cells that fit so many columns, moved to the left edge. */
export function lastColumns(cells: RoadCell[], columns: number): RoadCell[] {
  const width = cells.reduce((most, cell) => Math.max(most, cell.column + 1), 0)
  const from = Math.max(0, width - columns)
  return cells.filter((cell) => cell.column >= from).map((cell) => ({ ...cell, column: cell.column - from }))
}
