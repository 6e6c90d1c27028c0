import { lazy, useState } from 'react'
import { Optional } from '../../ui/optional'
import type { Claim } from './claim-queries'
import { useClaimText } from './use-promo-text'

const OddsDialog = lazy(() => import('./odds-dialog'))

/** The way to the plain odds, wherever packets are spoken of. */
export function OddsLink({ claim, className = '' }: { claim: Claim; className?: string }) {
  const text = useClaimText()
  const [open, setOpen] = useState(false)
  if (claim.odds.length === 0) return null
  return (
    <div className={className}>
      <button
        type="button"
        aria-label={text.of(text.odds, claim.name)}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-8 items-center gap-1 text-sm text-soft underline decoration-line underline-offset-4 hover:text-gold h5:min-h-11"
      >
        {text.odds}
      </button>
      {open && (
        <Optional>
          <OddsDialog claim={claim} onClose={() => setOpen(false)} />
        </Optional>
      )}
    </div>
  )
}
