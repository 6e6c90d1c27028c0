import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { type Claim, type ClaimKind, choosable } from './claim-queries'
import type { Claiming } from './use-claim'
import { useClaimText } from './use-promo-text'

/** Where a condition is met, by kind of promotion. */
const wayTo: Partial<Record<ClaimKind, string>> = {
  red_packets: paths.deposit,
  board_packet: paths.board01,
  streak: paths.sport01,
}

interface Props {
  claim: Claim
  claiming: Claiming
  /** Opens the red packets, where there are any to draw. */
  onDraw: () => void
  className?: string
}

/** The one thing to do about a promotion, if there is one. */
export function ClaimAction({ claim, claiming, onDraw, className = '' }: Props) {
  const text = useClaimText()
  const look = `px-4 h5:min-h-11 ${className}`
  if (claim.state === 'claimable') {
    const { pendingId, unheardId } = claiming
    const openId = pendingId ?? unheardId
    const action = claim.draws > 0 ? text.draw : text.claim
    return (
      <Button
        busy={pendingId === claim.id}
        // Whether it was claimed comes first: only the same try may be sent again, and another one would take its place.
        disabled={openId !== undefined && openId !== claim.id}
        aria-label={text.of(action, claim.name)}
        className={look}
        onClick={() => (claim.draws > 0 ? onDraw() : claiming.start(claim))}
      >
        {action}
      </Button>
    )
  }
  if (claim.state === 'claimed' && claim.act) {
    return (
      <Link to={paths.bindCard} aria-label={text.of(text.complete, claim.name)} className={`btn btn-line ${look}`}>
        {text.complete}
      </Link>
    )
  }
  if (claim.state === 'claimed') {
    return <Claimed justNow={claiming.done?.id === claim.id && claim.draws === 0}>{claim.stateText}</Claimed>
  }
  const chosen = claim.state === 'automatic' && choosable(claim)
  const to = chosen ? `${paths.deposit}?activity=${claim.id}` : claim.state === 'unmet' ? wayTo[claim.kind] : undefined
  if (!to) return null
  const action = chosen ? text.deposit : text.go
  return (
    <Link to={to} aria-label={text.of(action, claim.name)} className={`btn btn-line ${look}`}>
      {action}
    </Link>
  )
}

/** The one word for the state. The button is gone once it has done its work: the focus stays in its place. */
function Claimed({ justNow, children }: { justNow: boolean; children: ReactNode }) {
  const label = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (justNow && document.activeElement === document.body) label.current?.focus({ preventScroll: true })
  }, [justNow])
  return (
    <span ref={label} tabIndex={-1} className="flex min-h-10 items-center text-sm text-soft outline-none h5:min-h-11">
      {children}
    </span>
  )
}
