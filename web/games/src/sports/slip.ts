import type { Match, OddsType, Order, Pick, Quote, Score, Selection } from './wire'

/** A pick on the slip: what the player agreed to, and what is offered now. */
export interface Leg extends Selection {
  match: string
  home: string
  away: string
  /** The market and the side as the player reads them. */
  name: string
  /** Agreed price and score. */
  price: number
  score: Score
  offered: number
  offeredScore: Score
  suspended: boolean
  /** The stake of the single, in yuan, as it was typed. */
  stake: string
}

export const keyOf = (match: string, s: Selection) => `${match}|${s.market}|${s.side}|${s.line}`
export const legKey = (leg: Leg) => keyOf(leg.match, leg)

const unit = 1000

/** A price as a kind of odds writes it. */
export function format(price: number, kind: OddsType): string {
  const profit = (price - unit) / unit
  if (kind === 'EU') return (price / unit).toFixed(2)
  if (kind === 'MY' && profit > 1) return (-1 / profit).toFixed(2)
  return profit.toFixed(2)
}

const half = (n: number) => String(n / 2)

/** Quarters as books write them: 0.5/1 is three quarters. */
export function lineText(line: number, signed: boolean): string {
  const sign = line < 0 ? '-' : signed && line > 0 ? '+' : ''
  const size = Math.abs(line)
  if (size % 2 === 0) return sign + half(size / 2)
  return `${sign}${half((size - 1) / 2)}/${half((size + 1) / 2)}`
}

/** Adds a pick, or removes it if it is there. */
export function toggle(legs: Leg[], leg: Leg): Leg[] {
  const key = legKey(leg)
  return legs.some((one) => legKey(one) === key) ? legs.filter((one) => legKey(one) !== key) : [...legs, leg]
}

export const sameScore = (a: Score, b: Score) => a.home === b.home && a.away === b.away

/** A handicap counts from the score on, so another score is another offer. */
export const isChanged = (leg: Leg) =>
  leg.price !== leg.offered || (leg.market === 'hdp' && !sameScore(leg.score, leg.offeredScore))

export const agree = (leg: Leg): Leg => ({ ...leg, price: leg.offered, score: leg.offeredScore })

/** The legs with the present offers. A player who accepts changes agrees at once. */
export function withQuotes(legs: Leg[], quotes: Quote[], accepts: boolean): Leg[] {
  return legs.map((leg) => {
    const quote = quotes.find((one) => keyOf(one.match, one) === legKey(leg))
    if (!quote) return leg
    const next = { ...leg, offered: quote.price, offeredScore: quote.score, suspended: quote.suspended }
    return accepts ? agree(next) : next
  })
}

/** Yuan as fen; null for what is no amount. */
export function fenOf(typed: string): number | null {
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}

/** Fen that come back when everything wins, rounded down as the book does. */
export function possibleReturn(legs: { price: number; stake?: string }[], parlay: boolean, stake: string): number {
  const back = (fen: number, prices: number[]) =>
    Number(prices.reduce((sum, price) => sum * BigInt(price), BigInt(fen)) / BigInt(unit) ** BigInt(prices.length))
  if (parlay)
    return back(
      fenOf(stake) ?? 0,
      legs.map((leg) => leg.price),
    )
  return legs.reduce((sum, leg) => sum + back(fenOf(leg.stake ?? '') ?? 0, [leg.price]), 0)
}

export function totalStake(legs: Leg[], parlay: boolean, stake: string): number {
  return parlay ? (fenOf(stake) ?? 0) : legs.reduce((sum, leg) => sum + (fenOf(leg.stake) ?? 0), 0)
}

export type Trouble = 'empty' | 'suspended' | 'changed' | 'needTwo' | 'sameMatch' | 'stake' | null

/** The reason for which a slip cannot be sent as it is. */
export function troubleOf(
  legs: Leg[],
  parlay: boolean,
  stake: string,
  limits: { min: string; max: string },
  accepts: boolean,
): Trouble {
  if (legs.length === 0) return 'empty'
  if (parlay && legs.length < 2) return 'needTwo'
  if (parlay && new Set(legs.map((leg) => leg.match)).size < legs.length) return 'sameMatch'
  if (legs.some((leg) => leg.suspended)) return 'suspended'
  if (!accepts && legs.some(isChanged)) return 'changed'
  const wrong = (typed: string) => {
    const fen = fenOf(typed)
    return fen === null || fen < (fenOf(limits.min) ?? 0) || fen > (fenOf(limits.max) ?? 0)
  }
  return (parlay ? [stake] : legs.map((leg) => leg.stake)).some(wrong) ? 'stake' : null
}

export const pickOf = (leg: Leg): Pick => ({
  match: leg.match,
  market: leg.market,
  side: leg.side,
  line: leg.line,
  price: leg.price,
  score: leg.score,
})

export function orderOf(
  legs: Leg[],
  parlay: boolean,
  stake: string,
  oddsType: OddsType,
  acceptChanges: boolean,
): Omit<Order, 'id'> {
  return {
    parlay,
    stake: parlay ? stake : '',
    oddsType,
    acceptChanges,
    legs: legs.map((leg) => ({ ...pickOf(leg), ...(parlay ? {} : { stake: leg.stake }) })),
  }
}

/** The matches under their leagues, in the order in which they come. */
export function byLeague(matches: Match[]): [string, Match[]][] {
  const groups = new Map<string, Match[]>()
  for (const match of matches) groups.set(match.league, [...(groups.get(match.league) ?? []), match])
  return [...groups]
}
