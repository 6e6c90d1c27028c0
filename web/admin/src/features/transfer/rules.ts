import type { Permission, Transfer, TransferState } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export const transferTone: Record<TransferState, Tone> = {
  asked: 'processing',
  unknown: 'warning',
  done: 'success',
  refused: 'error',
  disputed: 'error',
}

export type TransferAction = 'ask' | 'settle'

/** A settled transfer can neither be asked for nor settled again; while a second person is asked for, only asking helps. */
export function transferActions(
  transfer: Pick<Transfer, 'state' | 'approvalId'>,
  may: (permission: Permission) => boolean,
): TransferAction[] {
  if (transfer.state === 'done' || transfer.state === 'refused') return []
  const actions: TransferAction[] = []
  if (may('transfer.ask')) actions.push('ask')
  if (may('transfer.settle') && transfer.approvalId === null) actions.push('settle')
  return actions
}
