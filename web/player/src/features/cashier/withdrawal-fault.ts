import { fenOfText, formatShortFen } from '@shared/money'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { zhCN } from './text/zh-cn'
import { feeOf, type WithdrawalTerms } from './withdraw-queries'

type Terms = Pick<WithdrawalTerms, 'minFen' | 'availableFen' | 'holds'> &
  Partial<Pick<WithdrawalTerms, 'maxFen' | 'fee'>>

/**
 * Why an amount cannot be withdrawn, by card or in coins, or undefined (WD-04). The documented sentences come
 * first; other obstacles are shown before the confirmation.
 */
export function withdrawalFault(amount: string, terms: Terms, centreFen: number): string | undefined {
  const broken = rules.broken(rules.withdrawalAmount, amount)
  if (broken) return broken
  const fen = fenOfText(amount)
  if (fen < terms.minFen) return zhCN.minimum(formatShortFen(terms.minFen))
  if (terms.maxFen && fen > terms.maxFen) return zhCN.maximum(formatShortFen(terms.maxFen))
  if (fen > centreFen) return ruleText.overBalance
  const fee = terms.fee ? feeOf(terms.fee, fen) : 0
  if (fen + fee > centreFen) return zhCN.overWithFee(formatShortFen(fee))
  if (fen <= terms.availableFen) return undefined
  return (terms.holds.find((hold) => hold.stops) ?? terms.holds.find((hold) => hold.code === 'daily'))?.text
}
