import { ask } from '../api'
import type { Bet, Bets, MatchDetail, Matches, Order, Pick, Quote, Tab } from './wire'

export const sports = {
  matches: (tab: Tab, league: string) => ask<Matches>(`sports/matches?tab=${tab}&league=${encodeURIComponent(league)}`),
  match: (id: string) => ask<MatchDetail>(`sports/match?id=${encodeURIComponent(id)}`),
  bets: () => ask<Bets>('sports/bets'),
  quotes: (legs: Pick[]) => ask<{ now: number; offers: Quote[] }>('sports/quotes', { legs }),
  /** The same id again is the same bets. */
  bet: (order: Order) => ask<{ balance: string; bets: Bet[] }>('sports/bet', order),
  /** A bet that was sold before stays as it was sold. */
  sell: (bet: string, value: string) => ask<{ balance: string; bet: Bet }>('sports/sell', { bet, value }),
}
