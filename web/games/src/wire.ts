/**
 * The answers of the sandbox's play interface; its Go side is sandbox/play. Amounts are decimal strings in
 * yuan.
 */

export interface Game {
  code: string
  name: string
  kind: 'slot' | 'live' | 'fish' | 'lottery' | 'sport' | 'esport' | 'board'
  theme: string
  motif: string
  palette: string
  rarity: number
  seed: number
}

/** The mathematics of a slot game. Symbol 0 is the wild, symbol 1 the scatter, the rest pays by `Pays`. */
export interface Model {
  Key: string
  Title: string
  Rule: string
  Way: 'lines' | 'ways' | 'cascade'
  Rows: number
  Reels: number
  Units: number
  Symbols: number
  Volatility: number
  LineRows: number[][] | null
  Pays: (number[] | null)[]
  CountSteps: number[] | null
  ScatterPays: number[]
  FreeSpins: number[]
  FreeFactor: number
  CascadeFactors: number[] | null
  FreeCascadeFactors: number[] | null
  StatedReturn: number
}

export interface Win {
  symbol: number
  count: number
  line: number
  coins: number
  cells: number[]
}

/** The window's symbols and payout. `grid` is reel by reel, top to bottom. */
export interface Fall {
  grid: number[][]
  wins: Win[] | null
  factor: number
}

export interface Spin {
  free: boolean
  falls: Fall[]
  win: number
  awarded: number
}

export interface Result {
  spins: Spin[]
  win: number
}

export interface SeedUsed {
  commitment: string
  client: string
  round: number
}

export interface Round {
  id: string
  at: string
  stake: string
  win: string
  coin: number
  result?: Result
  pot?: string
  seed: SeedUsed
}

export interface Fairness extends SeedUsed {
  revealed?: string
}

export interface Pot {
  name: string
  amount: string
}

export interface State {
  venue: string
  player: string
  guest: boolean
  balance: string
  back: string
  game: Game
  model: Model
  coins: number[]
  fair: Fairness
  pot?: Pot
  history: Round[]
  others: Game[]
  /** Simulated players play, and `slot/room` tells of them. */
  lively?: boolean
}

/** A big win at the venue's slots. `crowd` marks a simulated player's. */
export interface BigWin {
  id: string
  name: string
  game: string
  win: string
  /** A multiple of the stake. */
  times: number
  /** The jackpot is part of it. */
  pot: boolean
  crowd: boolean
}

export interface SlotRoom {
  now: number
  pot: Pot | null
  wins: BigWin[]
  lively: boolean
}

export interface Spun {
  balance: string
  round: Round
  pot: Pot | null
}
