import type { CaseKind } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export const kindTone: Record<CaseKind, Tone> = {
  transfer: 'warning',
  deposit: 'warning',
  money: 'processing',
  payout: 'error',
  owed: 'error',
  request: 'default',
  return: 'error',
}

/** subjectOf takes a case's id apart: what it is about, and the number of that. */
export function subjectOf(id: string): [type: string, id: string] {
  const at = id.indexOf(':')
  return [id.slice(0, at), id.slice(at + 1)]
}
