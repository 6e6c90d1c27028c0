import { useState } from 'react'
import type { DepositPromotion } from './promo-queries'

/**
 * The promotions of a deposit. The list never gets shorter while its page is open, so nothing on the page moves. A
 * promotion ends when a deposit with it arrives; it then keeps its place and cannot be chosen.
 */
export function useSteadyPromotions(now: DepositPromotion[] | undefined): DepositPromotion[] {
  const [last, setLast] = useState(now)
  const [shown, setShown] = useState(now ?? [])
  if (now === last) return shown
  setLast(now)
  const next = now ? steady(shown, now) : shown
  setShown(next)
  return next
}

/** The shown promotions as they are now, then the new ones. */
export function steady(shown: DepositPromotion[], now: DepositPromotion[]): DepositPromotion[] {
  const known = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((one) => now.find(({ id }) => id === one.id) ?? { ...one, over: true }),
    ...now.filter(({ id }) => !known.has(id)),
  ]
}
