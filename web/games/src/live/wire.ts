/**
 * The sandbox's answers about its dealer tables; its Go side is sandbox/play/dealer/dealer.go. Instants are unix ms.
 */

export type TableGame = 'baccarat' | 'dragontiger' | 'roulette' | 'sicbo'
export type Phase = 'betting' | 'dealing' | 'shown'

export interface Outcome {
  left?: string[]
  right?: string[]
  points: [number, number]
  dice?: number[]
  number: number
  winner: string
  pairs: [boolean, boolean]
}

export interface Table {
  code: string
  name: string
  game: TableGame
  min: string
  max: string
  round: string
  number: number
  phase: Phase
  endsAt: number
  /** How long the part of the round lasts that is on, in ms. */
  lasts: number
  road: Outcome[]
  /** The player's stake on this table now. */
  staked: string
  /** While simulated players play: how many others have stakes in the round, and their sum. */
  players?: number
  others?: string
}

export interface Floor {
  now: number
  balance: string
  tables: Table[]
  lively?: boolean
}

/** A stake of another player in the round. `crowd` marks a simulated one. */
export interface OthersBet {
  name: string
  spot: string
  stake: string
  crowd: boolean
}

export interface Spot {
  key: string
  name: string
  /** The profit on 100 staked. */
  odds: number
}

export interface LiveBet {
  id: string
  at: string
  table: string
  round: string
  spot: string
  stake: string
  payout: string
  status: 'open' | 'settled' | 'void'
}

export interface Seat {
  now: number
  balance: string
  table: Table
  closesAt: number
  commitment: string
  seed?: string
  outcome?: Outcome
  spots: Spot[]
  bets: LiveBet[]
  history: LiveBet[]
  /** How the round before this one ended; `net` is '' without a bet in it. */
  last?: Outcome & { net: string }
  /** The newest last. */
  others?: OthersBet[]
}

export interface Placed {
  balance: string
  bets: LiveBet[]
}
