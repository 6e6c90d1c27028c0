import type { Me, Permission, Withdrawal, WithdrawalState } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export type WithdrawalAction =
  | 'claim'
  | 'approve'
  | 'secondApprove'
  | 'pay'
  | 'release'
  | 'secondRefuse'
  | 'reject'
  | 'fail'
  | 'unknown'
  | 'senderOurs'
  | 'senderNot'

export const withdrawalTone: Record<WithdrawalState, Tone> = {
  submitted: 'warning',
  claimed: 'processing',
  second: 'processing',
  approved: 'processing',
  paid: 'success',
  rejected: 'error',
  failed: 'error',
}

type Subject = Pick<Withdrawal, 'state' | 'claimedBy' | 'approvedBy' | 'approvalId' | 'payout'>

/**
 * withdrawalActions lists what this person may do to this withdrawal, in the order of the buttons. Only who
 * claimed it decides on it, and who approved it first is never its second person and never pays it. The server
 * holds the same rules and has the last word.
 */
export function withdrawalActions(
  withdrawal: Subject,
  me: Pick<Me, 'id' | 'name'>,
  may: (permission: Permission) => boolean,
): WithdrawalAction[] {
  const mine = withdrawal.claimedBy?.id === me.id
  const approvedByMe = withdrawal.approvedBy.includes(me.name)
  const second =
    withdrawal.approvalId !== null && !approvedByMe && !mine && may('approval.decide') && may('withdrawal.approve')
  switch (withdrawal.state) {
    case 'submitted':
      return may('withdrawal.claim') ? ['claim'] : []
    case 'claimed':
      return mine
        ? [...only(may('withdrawal.approve'), 'approve'), 'release', ...only(may('withdrawal.approve'), 'reject')]
        : []
    case 'second':
      return second ? ['secondApprove', 'secondRefuse'] : only(mine && may('withdrawal.approve'), 'reject')
    case 'approved':
      if (!may('withdrawal.pay')) return []
      if (senderOpen(withdrawal)) {
        return withdrawal.approvalId === null
          ? [...only(withdrawal.approvedBy[0] !== me.name, 'senderOurs'), 'senderNot']
          : []
      }
      return [
        ...only(withdrawal.approvedBy[0] !== me.name, 'pay'),
        ...only(withdrawal.payout === null, 'unknown'),
        'fail',
      ]
    default:
      return []
  }
}

/** senderOpen says that the payout lies on its chain and two people decide whose it was. */
function senderOpen({ payout }: Subject): boolean {
  return payout?.said === 'sender' || payout?.said === 'sender_unknown'
}

function only(allowed: boolean, action: WithdrawalAction): WithdrawalAction[] {
  return allowed ? [action] : []
}

export const views = ['queue', 'mine', 'second', 'pay', 'all'] as const
export type View = (typeof views)[number]

/** What each queue asks the API for. */
export const viewQuery: Record<View, Record<string, string>> = {
  queue: { state: 'submitted,claimed,second,approved' },
  mine: { state: 'claimed', mine: '1' },
  second: { state: 'second' },
  pay: { state: 'approved' },
  all: {},
}

export function viewOf(name: string | undefined): View {
  return views.find((view) => view === name) ?? 'queue'
}
