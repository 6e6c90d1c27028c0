import type { Ms, Showing } from './wire'

export interface Ticket {
  id: string
  playerId: string
  kind: 'deposit' | 'withdrawal' | 'transfer' | 'game' | 'bonus' | 'account' | 'other'
  /** The beginning of the question. */
  subject: string
  about: '' | 'deposit' | 'withdrawal' | 'bet'
  ref: string
  state: 'open' | 'waiting' | 'solved' | 'reopened'
  takenBy: { id: string; name: string } | null
  mine: boolean
  /** Texts of the player since the last answer. */
  asked: number
  /** Satisfaction, 1 to 5; 0: not given. */
  score: number
  comment: string | null
  openedAt: Ms
  changedAt: Ms
  solvedAt: Ms | null
  /** The last text; an answer sends it back. */
  last: string
}

/** One text of a thread. Players do not see notes. */
export interface TicketEntry {
  id: string
  side: 'player' | 'staff' | 'note'
  by: string
  text: string
  pictures: string[]
  at: Ms
}

export interface TicketDetail extends Ticket {
  entries: TicketEntry[]
}

export interface TicketTemplate {
  id: string
  title: string
  body: string
  position: number
}

/** An article that helps players. Its text is plain. */
export interface Article extends Showing {
  id: string
  topic: 'deposit' | 'withdrawal' | 'transfer' | 'turnover' | 'vip' | 'fund' | 'limits' | 'account'
  title: string
  text: string
  position: number
}
