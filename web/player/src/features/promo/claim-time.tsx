import { gmtTime, serverNow } from '@shared/clock'
import { formatHours } from '@shared/days'
import { useEffect } from 'react'
import { useSecondsLeft } from '../../ui/countdown'
import type { Claim } from './claim-queries'
import { useReadClaimsAgain } from './use-claim'
import { useClaimText } from './use-promo-text'

const dayMs = 86_400_000

/** Until when it can be claimed, or when it comes by itself: a day before, what is left of the time. */
export function ClaimTime({ claim }: { claim: Claim }) {
  const text = useClaimText()
  const { endMs, state } = claim
  if (endMs === 0 || state === 'barred' || state === 'claimed') return null
  const time = gmtTime(endMs).slice(5, 16)
  if (state === 'automatic') return <span className="tabular">{text.comes(time)}</span>
  return endMs - serverNow() > dayMs ? <span className="tabular">{text.until(time)}</span> : <TimeLeft endMs={endMs} />
}

function TimeLeft({ endMs }: { endMs: number }) {
  const text = useClaimText()
  const readAgain = useReadClaimsAgain()
  const seconds = useSecondsLeft(endMs)
  const over = seconds === 0
  useEffect(() => {
    if (over) readAgain()
  }, [over, readAgain])
  return (
    <span>
      {text.left}{' '}
      <span role="timer" className="tabular font-semibold text-gold-soft">
        {formatHours(seconds)}
      </span>
    </span>
  )
}
