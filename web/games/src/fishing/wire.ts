import type { Fairness, Game, SeedUsed } from '../wire'

/** A kind of fish and what it pays, as a multiple of the shot. */
export interface Kind {
  code: string
  name: string
  least: number
  most: number
  size: number
  boss: boolean
}

/** Cannons are what a shot costs, in fen. */
export interface Room {
  code: string
  name: string
  cannons: number[]
  players: number
}

export interface Hall {
  game: Game
  boss: string
  kinds: Kind[]
  rooms: Room[]
}

export interface Halls {
  balance: string
  /** The share of all shots that is paid back, in 1/1,000. */
  return: number
  halls: Hall[]
  lively?: boolean
}

/** A fish on its way through the room. Times are Unix milliseconds of the sandbox's clock. */
export interface Swimmer {
  id: string
  kind: string
  from: number
  until: number
  lane: number
  bend: number
  left: boolean
}

/** A shot of another player. */
export interface News {
  number: number
  seat: number
  fish: string
  cost: number
  paid: string
  caught: boolean
}

export interface Cannon {
  seat: number
  name: string
  cost: number
  /** A simulated player's. */
  crowd?: boolean
}

export interface Seen {
  now: number
  balance: string
  seat: number
  fish: Swimmer[]
  cannons: Cannon[]
  news: News[]
  last: number
}

export interface Hit {
  fish: string
  cost: number
  at: number
}

/** The result of a shot. Amounts are fen; a shot that is gone cost nothing. */
export interface Shot {
  fish: string
  kind?: string
  cost: number
  paid?: number
  multiple?: number
  gone?: boolean
}

export interface Answer {
  balance: string
  bet?: string
  shots: Shot[]
}

export interface Record {
  id: string
  at: string
  stake: string
  payout: string
  hall: string
  room: string
  seed: SeedUsed
  shots: Shot[]
}

export interface Records {
  records: Record[]
  fair: Fairness
}
