import type { Claim, ClaimState } from './claim-queries'

const looks: Record<ClaimState, string> = {
  claimable: 'bg-gold/15 text-gold-soft',
  unmet: 'bg-raised text-soft',
  claimed: 'bg-raised text-soft',
  automatic: 'bg-info/12 text-info',
  barred: 'bg-raised text-mute',
}

/** The server's word for the player's state, and a colour. */
export function ClaimStateChip({ claim }: { claim: Pick<Claim, 'state' | 'stateText'> }) {
  return (
    <span
      className={`h-fit shrink-0 rounded-md px-2 text-xs leading-6 whitespace-nowrap empty:hidden ${looks[claim.state]}`}
    >
      {claim.stateText}
    </span>
  )
}
