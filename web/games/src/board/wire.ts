/**
 * The sandbox's answers about its board tables; its Go side is sandbox/play/board*.go. Instants are unix ms.
 */

export type BoardGame = 'niuniu' | 'flower' | 'courts' | 'twoeight'
export type Phase = 'bidding' | 'betting' | 'dealing' | 'turning' | 'shown'

export interface Table {
  code: string
  name: string
  game: BoardGame
  base: string
  /** The amount held by the smallest part in a round. */
  least: string
  seats: number
  taken: number
  round: string
  number: number
  phase: Phase
  endsAt: number
}

export interface Hall {
  now: number
  balance: string
  tables: Table[]
  /** The venue's names of its games. */
  names: Partial<Record<BoardGame, string>>
}

export interface Rank {
  name: string
  rule: string
  times: number
}

/** A game as data; its ranks go from the lowest to the highest. */
export interface Rules {
  game: BoardGame
  title: string
  seats: number
  handSize: number
  tiles: boolean
  ranks: Rank[]
  equal: string
  /** Out of 10,000. */
  return: number
}

export interface Hand {
  cards: string[]
  rank: number
  name: string
}

/** A seat; -1 is the company's, which holds the bank when no seat bids. */
export interface Chair {
  seat: number
  name: string
  bot: boolean
  you: boolean
  /** Takes part in the round. */
  plays: boolean
  banker: boolean
  /** 0 while there is none. */
  bid: number
  multiple: number
  hand?: Hand
  times?: number
  net?: string
}

export interface Choice {
  value: number
  holds: string
}

export interface Past {
  number: number
  seat: number
  banker: string
  hand: string
  net: number
}

export interface BoardBet {
  id: string
  at: string
  table: string
  round: string
  seat: number
  bid?: number
  multiple?: number
  hand?: string
  banker?: boolean
  stake: string
  payout: string
  status: 'open' | 'settled' | 'void'
}

export interface Seat {
  now: number
  balance: string
  table: Table
  rules: Rules
  /** Percent of a win. */
  cut: number
  bids: Choice[]
  multiples: Choice[]
  /** The player's, -1 for who only watches. */
  seat: number
  /** The banker's bid, 0 while the bank is not fixed. */
  factor: number
  held: string
  commitment: string
  seed?: string
  chairs: Chair[]
  rounds: Past[]
  history: BoardBet[]
}
