import { ask } from '../api'
import type { Hall, Seat } from './wire'

export const board = {
  hall: () => ask<Hall>('board/floor'),
  table: (code: string) => ask<Seat>(`board/table?code=${encodeURIComponent(code)}`),
  /** The same choice again changes nothing. */
  bid: (round: string, bid: number) => ask<{ balance: string }>('board/act', { round, bid }),
  put: (round: string, multiple: number) => ask<{ balance: string }>('board/act', { round, multiple }),
}
