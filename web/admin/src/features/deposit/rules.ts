import type { Deposit, DepositState, Permission } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export type DepositAction = 'confirm' | 'reject' | 'review' | 'credit' | 'close'

export const depositTone: Record<DepositState, Tone> = {
  pending: 'default',
  claimed: 'processing',
  review: 'warning',
  credited: 'success',
  expired: 'default',
  closed: 'error',
  reversed: 'error',
}

/** What may be done to a deposit, by its state; the server holds the same rules and has the last word. */
const rules: Record<DepositAction, { from: DepositState[]; permission: Permission; bankOnly?: boolean }> = {
  confirm: { from: ['pending', 'claimed', 'expired'], permission: 'deposit.confirm', bankOnly: true },
  reject: { from: ['pending', 'claimed'], permission: 'deposit.confirm' },
  review: { from: ['pending', 'claimed', 'expired'], permission: 'deposit.confirm' },
  credit: { from: ['review'], permission: 'deposit.review' },
  close: { from: ['review'], permission: 'deposit.review' },
}

/** depositActions lists what this person may do to this deposit. While a second person is asked for, nothing. */
export function depositActions(
  deposit: Pick<Deposit, 'state' | 'style' | 'approvalId'>,
  may: (permission: Permission) => boolean,
): DepositAction[] {
  if (deposit.approvalId !== null) return []
  return (Object.keys(rules) as DepositAction[]).filter((action) => {
    const rule = rules[action]
    return rule.from.includes(deposit.state) && may(rule.permission) && !(rule.bankOnly && deposit.style !== 'Bank')
  })
}
