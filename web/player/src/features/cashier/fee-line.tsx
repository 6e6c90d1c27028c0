import { fenOfText, formatFen } from '@shared/money'
import * as rules from '@shared/validate'
import { useCashierText } from './use-cashier-text'
import { feeOf, type WithdrawalTerms } from './withdraw-queries'

/** Tells the cost of a withdrawal before it is asked for. Shows nothing where it is free for everybody. */
export function FeeLine({ terms, amount }: { terms: WithdrawalTerms; amount: string }) {
  const text = useCashierText()
  const { fee, minFen } = terms
  if (fee.fixedFen === 0 && fee.rate === 0) return null
  const typed = rules.broken(rules.withdrawalAmount, amount) ? 0 : fenOfText(amount)
  const fen = typed < minFen ? 0 : typed
  const costs = feeOf(fee, fen)
  return (
    <p className="min-h-6 text-sm text-soft" aria-live="polite">
      {fee.freeLeft > 0
        ? text.feeFree(fee.freeLeft)
        : fen > 0 && text.feeLine(formatFen(costs), formatFen(fen + costs))}
    </p>
  )
}
