import type { Approval } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { BulkAct } from '../../ui/bulk'
import { formatYuan } from '../../ui/money'

const words = text.approval

/**
 * bulkApprovals agrees to several requests of one kind. Requests whose answer is shown once, or that a person compares in full, are
 * decided one by one.
 */
const alone = /^(staff|player|setting|alarm|venue|coin)\./

const labelOf = ({ title, subject, amount }: Approval) =>
  [title, subject.label, amount === null ? '' : formatYuan(amount)].filter(Boolean).join(' · ')

export const bulkApprovals: BulkAct<Approval>[] = [
  {
    key: 'approve',
    label: words.bulkApprove,
    sort: ({ kind }) => kind,
    call: (row) =>
      row.state === 'pending' && row.mayDecide && !alone.test(row.kind)
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
