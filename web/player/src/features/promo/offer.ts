import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { queryOptions } from '@tanstack/react-query'

/** A promotion's bonus on a deposit, in figures. */
export interface Offer {
  id: number
  name: string
  /** Only the first deposit of a lifetime has it. */
  first: boolean
  /** Hundredths of a percent of the deposit. */
  rate: number
  minFen: number
  /** The most that it adds; 0: any. */
  capFen: number
  /** Percent of what it adds, and of the deposit, to be bet before a withdrawal. */
  bonusTurnover: number
  depositTurnover: number
  /** The condition the player still has to meet before the bonus is paid; '' is none. */
  missing: string
}

export const offerOf = (wire: Wire['Offer'] | undefined): Offer | undefined =>
  wire && wire.Id > 0
    ? {
        id: wire.Id,
        name: wire.Name,
        first: wire.First,
        rate: wire.Rate,
        minFen: fenOf(wire.Min),
        capFen: fenOf(wire.Cap),
        bonusTurnover: wire.BonusTurnover,
        depositTurnover: wire.DepositTurnover,
        missing: wire.Missing,
      }
    : undefined

/** A hundredth of a fen is never given: shares are rounded down, as the server does. */
const share = (fen: number, part: number, whole: number) => Number((BigInt(fen) * BigInt(part)) / BigInt(whole))

/** The bets that a deposit without a bonus needs before all of it can be withdrawn. */
export const askedBy = (percent: number, fen: number) => share(fen, percent, 100)

/** The bonus of a deposit with an offer, and the bets needed before all of it can be withdrawn. */
export function broughtBy(offer: Offer, fen: number): { bonusFen: number; turnoverFen: number } | undefined {
  if (fen < offer.minFen) return undefined
  const whole = share(fen, offer.rate, 10_000)
  const bonusFen = offer.capFen > 0 ? Math.min(whole, offer.capFen) : whole
  return {
    bonusFen,
    turnoverFen: share(fen, offer.depositTurnover, 100) + share(bonusFen, offer.bonusTurnover, 100),
  }
}

/** The offer that adds the most to a deposit; undefined where fewer than two add something, or two add as much. */
export function mostFor(offers: Offer[], fen: number): number | undefined {
  const sums = offers
    .map((offer) => ({ id: offer.id, bonusFen: broughtBy(offer, fen)?.bonusFen ?? 0 }))
    .filter(({ bonusFen }) => bonusFen > 0)
    .sort((a, b) => b.bonusFen - a.bonusFen)
  const [best, next] = sums
  return best && next && best.bonusFen > next.bonusFen ? best.id : undefined
}

/** 200 is 2%. */
export const rateText = (rate: number) => `${rate % 100 === 0 ? rate / 100 : (rate / 100).toFixed(2)}%`

/** The bonus of a new player's first deposit; null: nothing. */
export const firstOfferQuery = queryOptions({
  queryKey: ['firstOffer'],
  staleTime: 300_000,
  retry: false,
  queryFn: async ({ signal }) =>
    offerOf((await api.call('GET /v1/PubInterface/FirstOffer', undefined, { signal })).Data) ?? null,
})
