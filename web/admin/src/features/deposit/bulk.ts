import type { Deposit, Permission } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { BulkAct } from '../../ui/bulk'
import { type DepositAction, depositActions } from './rules'

const words = text.deposit

/**
 * bulkDeposits are acts that need nothing but a reason. A credit needs what the bank says of each transfer: it is
 * confirmed one by one, or by the lines of a statement.
 */
export function bulkDeposits(may: (permission: Permission) => boolean): BulkAct<Deposit>[] {
  const act = (action: DepositAction, label: string, danger: boolean): BulkAct<Deposit> => ({
    key: action,
    label,
    danger,
    reason: 'reason',
    call: (row) =>
      depositActions(row, may).includes(action)
        ? { id: row.id, label: row.order, path: `/deposits/${row.id}/${action}`, body: {} }
        : undefined,
  })
  return [act('review', words.bulkReview, false), act('reject', words.bulkReject, true)]
}
