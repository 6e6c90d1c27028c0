import { gmtDay } from '@shared/clock'
import { text } from '../../text/zh-cn'
import { fenOf, validAmount } from '../../ui/money'

const words = text.vip

/** What the server takes. */
const validMost = fenOf('100000000000')
const bonusMost = fenOf('10000000')

export type LevelField = 'validBet' | 'bonus' | 'income'

/**
 * levelWrong is what is wrong with one figure of a table, if anything: valid bets rise from level to level, and what
 * levels bring does not fall.
 */
export function levelWrong(field: LevelField, typed = '', before?: string): string | undefined {
  const amount = typed.trim()
  if (!validAmount(amount)) return text.action.amountWrong
  const last = before !== undefined && validAmount(before.trim()) ? fenOf(before.trim()) : 0n
  const fen = fenOf(amount)
  if (field === 'validBet') return fen <= last || fen > validMost ? words.validRange : undefined
  return fen < last || fen > bonusMost ? words.bonusRange : undefined
}

/** capWrong is what is wrong with a cap of the weekly income, if anything. Nothing at all may be the cap. */
export function capWrong(typed = ''): string | undefined {
  const cap = typed.trim()
  const fine = /^0(\.0{1,2})?$/.test(cap) || (validAmount(cap) && fenOf(cap) <= bonusMost)
  return fine ? undefined : words.capWrong
}

export const timeWrong = (typed = ''): string | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(typed.trim()) ? undefined : words.timeWrong

export const startWrong = (typed = ''): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed) && typed <= gmtDay() ? undefined : words.startWrong

export const check = (wrong: string | undefined): Promise<void> =>
  wrong === undefined ? Promise.resolve() : Promise.reject(new Error(wrong))

/** cumulativeOf adds bonuses up, level by level; '' from the first one on that is no amount. */
export function cumulativeOf(bonuses: (string | undefined)[]): string[] {
  let sum: bigint | undefined = 0n
  return bonuses.map((typed = '') => {
    sum = sum !== undefined && validAmount(typed.trim()) ? sum + fenOf(typed.trim()) : undefined
    return sum === undefined ? '' : `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`
  })
}
