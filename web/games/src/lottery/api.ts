import { ask } from '../api'
import type { Bought, Hall, Order, Room } from './wire'

export const lottery = {
  hall: () => ask<Hall>('lottery/hall'),
  room: (code: string) => ask<Room>(`lottery/draw?code=${encodeURIComponent(code)}`),
  /** The same id again is the same tickets. */
  buy: (order: Order) => ask<Bought>('lottery/bet', order),
}
