import { fenOfText, formatShortFen } from '@shared/money'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { zhCN } from './text/zh-cn'
import type { WithdrawalTerms } from './withdraw-queries'

type Terms = Pick<WithdrawalTerms, 'minFen' | 'availableFen' | 'holds'>

/**
 * Why an amount cannot be withdrawn, by card or in coins, or undefined (WD-04). The documented sentences come
 * first; other obstacles are shown before the confirmation.
 */
export function withdrawalFault(amount: string, terms: Terms, centreFen: number): string | undefined {
  const broken = rules.broken(rules.withdrawalAmount, amount)
  if (broken) return broken
  const fen = fenOfText(amount)
  if (fen < terms.minFen) return zhCN.minimum(formatShortFen(terms.minFen))
  if (fen > centreFen) return ruleText.overBalance
  if (fen <= terms.availableFen) return undefined
  return (terms.holds.find((hold) => hold.stops) ?? terms.holds.find((hold) => hold.code === 'daily'))?.text
}
