import type { Me, Permission, Withdrawal } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { BulkAct } from '../../ui/bulk'
import { withdrawalActions } from './rules'

const words = text.withdrawal

/** bulkClaim takes on several withdrawals of the queue; each is decided on alone. */
export function bulkClaim(me: Pick<Me, 'id' | 'name'>, may: (permission: Permission) => boolean): BulkAct<Withdrawal> {
  return {
    key: 'claim',
    label: words.bulkClaim,
    call: (row) =>
      withdrawalActions(row, me, may).includes('claim')
        ? { id: row.id, label: row.order, path: `/withdrawals/${row.id}/claim`, body: {} }
        : undefined,
  }
}
