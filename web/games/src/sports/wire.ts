/**
 * The sandbox's answers about its sports book; its Go side is sandbox/play/sportsbook/sportsbook.go. Instants are unix ms.
 */

export type Tab = 'live' | 'today' | 'early' | 'results'
export type MarketKey = 'hdp' | 'ou' | '1x2' | 'oe' | 'cs'
export type OddsType = 'HK' | 'EU' | 'MY'

export interface Score {
  home: number
  away: number
}

export interface Selection {
  market: MarketKey
  /** home, draw, away, over, under, odd, even, other, or a score such as "2:1". */
  side: string
  /** In quarters: -2 is −0.5. */
  line: number
}

export interface Offer extends Selection {
  /** European odds in 1/1,000. */
  price: number
  suspended: boolean
}

export interface Quote extends Offer {
  match: string
  score: Score
}

export interface League {
  code: string
  name: string
  sport: 'football' | 'basketball' | 'esports'
  game: string
  matches: number
}

export interface Match {
  id: string
  league: string
  home: string
  away: string
  kickoffAt: number
  state: 'upcoming' | 'live' | 'over' | 'abandoned'
  minute: number
  score: Score
  result: string
  offers: Offer[]
  /** Everybody's open bets, while simulated players play. */
  bets?: number
}

export interface Matches {
  now: number
  balance: string
  leagues: League[]
  matches: Match[]
  min: string
  max: string
  maxReturn: string
  maxLegs: number
  lively?: boolean
}

export interface MatchDetail {
  now: number
  match: Match
  events: { minute: number; home: boolean; by: number }[]
  commitment: string
  seed: string
}

export interface BetLeg extends Selection {
  match: string
  placed: Score
  price: number
  league: string
  home: string
  away: string
  betType: string
  content: string
  odds: string
  result: string
}

export interface Bet {
  id: string
  at: string
  odds: string
  oddsType: OddsType
  legs: BetLeg[]
  sold?: number
  stake: string
  payout: string
  status: 'open' | 'settled' | 'void'
  /** "" for a bet that cannot be sold now. */
  cashOut: string
}

export interface Bets {
  now: number
  balance: string
  bets: Bet[]
}

export interface Pick extends Selection {
  match: string
  price: number
  score: Score
  stake?: string
}

export interface Order {
  id: string
  parlay: boolean
  stake: string
  oddsType: OddsType
  acceptChanges: boolean
  legs: Pick[]
}
