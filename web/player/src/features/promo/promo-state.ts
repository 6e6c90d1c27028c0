import { gmtDay } from '@shared/clock'
import type { Promotion } from './promo-queries'
import type { usePromoText } from './use-promo-text'

type PromoText = ReturnType<typeof usePromoText>

/** The first and last day, as far as they are known. */
export function datesOf({ from, to }: Promotion, text: PromoText): string {
  if (from && to) return text.dates(from, to)
  if (from) return text.since(from)
  return to ? text.until(to) : text.longTerm
}

/** A remark for the player: the condition it waits for, else its beginning or its near end. */
export function remarkOf({ needs, from, to }: Promotion, text: PromoText, today = gmtDay()): string {
  if (needs) return text.needs[needs] ?? text.needsOther
  if (from > today) return text.upcoming(from)
  if (!to) return ''
  const left = Math.round((Date.parse(to) - Date.parse(today)) / 86_400_000)
  if (left < 0) return text.ended
  return left <= 7 ? text.endsSoon(left) : ''
}
