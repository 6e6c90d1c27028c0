/**
 * The sandbox's answers about its lotteries; its Go side is sandbox/play/lotto/lotto.go. Instants are unix ms.
 */

export type Family = 'digits' | 'k3' | 'pk10' | 'eleven' | 'pc28' | 'lhc'

export interface Draw {
  issue: string
  drawnAt: number
  result: number[]
  commitment: string
  seed: string
}

export interface Lottery {
  code: string
  name: string
  family: Family
  /** From draw to draw. */
  seconds: number
  issue: string
  closesAt: number
  drawnAt: number
  last: Draw
  /** While simulated players play: everybody's tickets of the issue, how many won in the last draw, and the best prize. */
  sold?: number
  won?: number
  best?: string
}

export interface Hall {
  now: number
  balance: string
  lotteries: Lottery[]
  lively?: boolean
}

export interface Pick {
  key: string
  play: string
  /** The position, sum or pair that the pick is about. */
  of: string
  name: string
  /** In 1/1,000, stake included. */
  price: number
}

export interface Ticket {
  id: string
  at: string
  game: string
  issue: string
  play: string
  position: string
  number: string
  odds: string
  unit: number
  multiple: number
  result: string
  chase?: { order: string; stop: boolean }
  stake: string
  payout: string
  status: 'open' | 'settled' | 'void'
}

export interface Room {
  now: number
  balance: string
  lottery: Lottery
  commitment: string
  picks: Pick[]
  units: number[]
  min: string
  max: string
  maxPrize: string
  maxLines: number
  maxIssues: number
  maxTickets: number
  draws: Draw[]
  tickets: Ticket[]
}

export interface Bought {
  balance: string
  tickets: Ticket[]
}

export interface Order {
  id: string
  issue: string
  unit: number
  lines: { pick: string; multiple: number }[]
  /** The multiple of each issue, beginning with this one. */
  times: number[]
  stop: boolean
}
