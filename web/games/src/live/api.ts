import { ask } from '../api'
import type { Floor, Placed, Seat } from './wire'

export const live = {
  floor: () => ask<Floor>('live/floor'),
  seat: (table: string) => ask<Seat>(`live/table?code=${encodeURIComponent(table)}`),
  /** The same id again is the same bets. */
  bet: (id: string, round: string, bets: { spot: string; stake: string }[]) =>
    ask<Placed>('live/bet', { id, round, bets }),
}
