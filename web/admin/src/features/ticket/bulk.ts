import type { Ticket } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { BulkAct } from '../../ui/bulk'

const words = text.ticket
const labelOf = (row: Ticket) => `${row.playerId} · ${row.subject}`

/** bulkTickets takes several questions on, or closes one's own without an answer. */
export const bulkTickets: BulkAct<Ticket>[] = [
  {
    key: 'take',
    label: words.bulkTake,
    call: (row) =>
      row.state !== 'solved' && row.takenBy === null
        ? { id: row.id, label: labelOf(row), path: `/tickets/${row.id}/take`, body: { over: false } }
        : undefined,
  },
  {
    key: 'solve',
    label: words.bulkSolve,
    danger: true,
    call: (row) =>
      row.state !== 'solved' && row.mine
        ? { id: row.id, label: labelOf(row), path: `/tickets/${row.id}/solve`, body: {} }
        : undefined,
  },
]
