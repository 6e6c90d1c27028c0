import type { Seen } from './use-venue-now'
import { useVenuesText } from './use-venues-text'

const looks: Record<string, string> = {
  open: 'text-win',
  absent: 'text-mute',
  maintenance: 'text-info',
  closed: 'text-mute',
}

/** A dot and a word: colour alone says nothing. Its line is kept while the answer is on its way. */
export function StateChip({ state, moneyStopped = false }: { state: Seen['state']; moneyStopped?: boolean }) {
  const text = useVenuesText()
  const stopped = moneyStopped && state === 'open'
  const word = state === 'asking' || state === 'unknown' ? '' : stopped ? text.moneyStopped : text.state[state]
  return (
    <span
      className={`inline-flex h-5 items-center gap-1.5 text-xs whitespace-nowrap ${(stopped ? looks.maintenance : looks[state]) ?? ''}`}
    >
      {word && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />}
      {word}
    </span>
  )
}
