import { formatShortFen } from '@shared/money'
import { useCashierText } from './use-cashier-text'
import type { WithdrawalTerms } from './withdraw-queries'

/** The least and the most of one withdrawal, before an amount is typed. */
export function AmountBounds({ terms }: { terms: Pick<WithdrawalTerms, 'minFen' | 'maxFen'> }) {
  const text = useCashierText()
  const least = formatShortFen(terms.minFen)
  return (
    <p className="text-sm text-soft">
      {terms.maxFen > 0 ? text.eachBetween(least, formatShortFen(terms.maxFen)) : text.eachFrom(least)}
    </p>
  )
}
