import type { Yuan } from './wire'

export interface EarningBets {
  bets: number
  stake: Yuan
  valid: Yuan
  payout: Yuan
  ggr: Yuan
}
export interface EarningCash {
  count: number
  amount: Yuan
  back: Yuan
  fee: Yuan
}
export interface EarningFigures extends EarningBets {
  cost: Yuan
  ngr: Yuan
  deposits: EarningCash
  withdrawals: EarningCash
  registered: number
  firstDeposits: number
}
export interface EarningDay extends EarningFigures {
  day: string
}
export interface EarningVenue extends EarningBets {
  code: string
  name: string
}
export interface EarningGame extends EarningBets {
  code: string
  name: string
}
export interface EarningCost {
  kind: 'promo' | 'rebate' | 'fund' | 'forfeit' | 'adjust' | 'loss'
  rule: number
  name: string
  count: number
  amount: Yuan
}
export interface EarningMethod extends EarningCash {
  method: string
}
export interface Earnings {
  firstDay: string
  lastDay: string
  total: EarningFigures
  days: EarningDay[]
  venues: EarningVenue[]
  costs: EarningCost[]
  deposits: EarningMethod[]
  withdrawals: EarningMethod[]
  cDollars: { vip: Yuan; grant: Yuan; other: Yuan; back: Yuan; unlocked: Yuan; expired: Yuan }
}
export interface EarningMonth extends EarningBets {
  firstDay: string
  lastDay: string
}
export interface EarningDebt {
  day: string
  centre: Yuan
  locked: Yuan
  transit: Yuan
  atVenues: Yuan
  total: Yuan
  fund: Yuan
  suspense: Yuan
  coins: string
  owed: Yuan
  venues: { code: string; name: string; amount: Yuan }[]
}
export interface BetTally {
  count: number
  stake: Yuan
  valid: Yuan
  winLoss: Yuan
  open: number
  openStake: Yuan
}
