import type { FundTask, FundTaskKind } from '../../api/wire'
import { text } from '../../text/zh-cn'
import { fenOf, formatYuan, validAmount } from '../../ui/money'

const words = text.fund

/** What the server takes. */
const thresholdLeast = '1'
const thresholdMost = '10000000'
const unlockMost = '1000000'
const grantMost = '100000'

/** thresholdWrong is what is wrong with the amount a player has to reach, if anything. */
export function thresholdWrong(typed = ''): string | undefined {
  const threshold = typed.trim()
  if (!validAmount(threshold)) return text.action.amountWrong
  const within = fenOf(threshold) >= fenOf(thresholdLeast) && fenOf(threshold) <= fenOf(thresholdMost)
  return within ? undefined : words.thresholdRange
}

/**
 * unlockWrong is what is wrong with the C$ a task unlocks, if anything. One that unlocks more than was deposited
 * would pay for moving money in and out.
 */
export function unlockWrong(kind: FundTaskKind, threshold = '', typed = ''): string | undefined {
  const wrong = amountWrong(typed, unlockMost)
  if (wrong !== undefined || kind !== 'deposit' || !validAmount(threshold.trim())) return wrong
  return fenOf(typed.trim()) > fenOf(threshold.trim()) ? words.amountOver : undefined
}

/** grantWrong is what is wrong with the C$ a player is to be given, if anything. */
export const grantWrong = (typed?: string) => amountWrong(typed, grantMost)

function amountWrong(typed = '', most: string): string | undefined {
  const amount = typed.trim()
  if (!validAmount(amount)) return text.action.amountWrong
  return fenOf(amount) > fenOf(most) ? words.amountMost(formatYuan(most)) : undefined
}

/** lengthWrong is `said` for a text that is shorter or longer than the server takes. */
export function lengthWrong(typed = '', least: number, most: number, said: string): string | undefined {
  const length = [...typed.trim()].length
  return length < least || length > most ? said : undefined
}

export const check = (wrong: string | undefined): Promise<void> =>
  wrong === undefined ? Promise.resolve() : Promise.reject(new Error(wrong))

/** changesOf says what is different about a task from its next version on. */
export function changesOf({ next, ...now }: FundTask): string[] {
  if (next === null) return []
  const changes = [
    next.name !== now.name && words.nextName(next.name),
    next.kind !== now.kind && words.nextKind(words.kinds[next.kind]),
    fenOf(next.threshold) !== fenOf(now.threshold) && words.nextThreshold(formatYuan(next.threshold)),
    fenOf(next.amount) !== fenOf(now.amount) && words.nextAmount(formatYuan(next.amount)),
    next.active !== now.active && (next.active ? words.on : words.off),
  ].filter((change) => change !== false)
  return changes.length > 0 ? changes : [words.nextSame]
}
