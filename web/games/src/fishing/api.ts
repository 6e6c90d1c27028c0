import { ask } from '../api'
import type { Answer, Halls, Hit, Records, Seen } from './wire'

export const fishing = {
  halls: () => ask<Halls>('fish/halls'),
  room: (hall: string, room: string, after: number) =>
    ask<Seen>(`fish/room?hall=${encodeURIComponent(hall)}&room=${encodeURIComponent(room)}&after=${after}`),
  records: () => ask<Records>('fish/records'),
  /** The same id again is the same shots. */
  shots: (id: string, hall: string, room: string, shots: Hit[]) => ask<Answer>('fish/shots', { id, hall, room, shots }),
}
