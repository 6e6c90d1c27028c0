import type { Approval } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { BulkAct } from '../../ui/bulk'
import { formatYuan } from '../../ui/money'

const words = text.approval

/**
 * together are the kinds that a person may agree to in one act: a title and an amount say everything that is decided. Every other kind
 * is compared in full or shows its answer once, so it is decided alone; so is a kind that is new.
 */
export const together = [
  'deposit.credit',
  'withdrawal.approve',
  'fund.grant',
  'vip.release',
  'promo.release',
  'promo.cancel',
]

const labelOf = ({ title, subject, amount }: Approval) =>
  [title, subject.label, amount === null ? '' : formatYuan(amount)].filter(Boolean).join(' · ')

export const bulkApprovals: BulkAct<Approval>[] = [
  {
    key: 'approve',
    label: words.bulkApprove,
    sort: ({ kind }) => kind,
    call: (row) =>
      row.state === 'pending' && row.mayDecide && together.includes(row.kind)
        ? { id: row.id, label: labelOf(row), path: `/approvals/${row.id}/approve`, body: {} }
        : undefined,
  },
  {
    key: 'refuse',
    label: words.bulkRefuse,
    danger: true,
    reason: 'reason',
    sort: ({ kind }) => kind,
    call: (row) =>
      row.state === 'pending' && row.mayDecide
        ? { id: row.id, label: labelOf(row), path: `/approvals/${row.id}/refuse`, body: {} }
        : undefined,
  },
]
