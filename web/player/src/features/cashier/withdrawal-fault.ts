import { fenOfText, formatShortFen } from '@shared/money'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { zhCN } from './text/zh-cn'

/** Why an amount cannot be withdrawn, by card or in coins, or undefined (WD-04). */
export function withdrawalFault(amount: string, minFen: number, availableFen: number): string | undefined {
  const broken = rules.broken(rules.withdrawalAmount, amount)
  if (broken) return broken
  const fen = fenOfText(amount)
  if (fen < minFen) return zhCN.minimum(formatShortFen(minFen))
  return fen > availableFen ? ruleText.overBalance : undefined
}
