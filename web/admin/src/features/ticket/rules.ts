import type { Ticket } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export const ticketTone: Record<Ticket['state'], Tone> = {
  open: 'processing',
  reopened: 'warning',
  waiting: 'default',
  solved: 'success',
}

export type TicketAction = 'take' | 'over' | 'release' | 'answer' | 'note' | 'solve'

/** What may be done to a ticket now. The server decides again. */
export function ticketActions(ticket: Ticket, mayAnswer: boolean): TicketAction[] {
  if (!mayAnswer) return []
  if (ticket.state === 'solved') return ['note']
  if (ticket.takenBy === null) return ['take', 'note']
  return ticket.mine ? ['answer', 'note', 'release', 'solve'] : ['over', 'note']
}
