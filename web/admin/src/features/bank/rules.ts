import type { BankLine, BankProposal } from '../../api/wire-bank'
import type { Tone } from '../../ui/facts'

export const lineTone: Record<BankLine['state'], Tone> = {
  open: 'warning',
  used: 'success',
  linked: 'success',
  ignored: 'default',
  undone: 'default',
}

export const levelTone: Record<BankProposal['level'], Tone> = {
  certain: 'success',
  likely: 'processing',
  possible: 'warning',
}

/** The order that may be confirmed together with others: the only match on both sides. */
export function offeredOf(line: BankLine): BankProposal | undefined {
  return line.state === 'open' ? line.proposals.find(({ offered }) => offered) : undefined
}

/** The server takes so many lines at once. */
export const bulkMax = 100

/** A file in the form in which the server takes it. */
export async function contentOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
