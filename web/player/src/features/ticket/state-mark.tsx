import type { TicketState } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

const looks: Record<TicketState, string> = {
  open: 'bg-gold/12 text-gold-soft',
  reopened: 'bg-gold/12 text-gold-soft',
  waiting: 'bg-new/20 text-text',
  solved: 'bg-win/12 text-win',
}

export function StateMark({ state }: { state: TicketState }) {
  const text = useTicketText()
  return (
    <span className={`inline-block rounded px-2 text-xs leading-6 whitespace-nowrap ${looks[state]}`}>
      {text.states[state]}
    </span>
  )
}
