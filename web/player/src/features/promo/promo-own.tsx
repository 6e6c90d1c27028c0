import { useLogin } from '@shared/session'
import { lazy, useState } from 'react'
import { loginPath, paths } from '../../paths'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { siteForm } from '../../ui/site-form'
import { Skeleton } from '../../ui/states'
import { ClaimAction } from './claim-action'
import { ClaimFigure, ClaimNote } from './claim-card'
import { ClaimConditions } from './claim-conditions'
import { type Claim, promises, useClaims } from './claim-queries'
import { ClaimStateChip } from './claim-state'
import { ClaimTime } from './claim-time'
import { InviteLink } from './invite-link'
import { OddsLink } from './odds-link'
import { Shares } from './shares'
import { type Claiming, useClaim } from './use-claim'
import { usePromoText } from './use-promo-text'

const PacketDialog = lazy(() => import('./packet-dialog'))

/**
 * The player's state in the open promotion, and its claim. It is outside the frame, because the frame runs no
 * script. A visitor is led to the login; a promotion without a rule shows nothing.
 */
export function PromoOwn({ id }: { id: number }) {
  const { Ticket } = useLogin()
  const { data, isPending } = useClaims()
  const claiming = useClaim()
  const [drawing, setDrawing] = useState<Claim | null>(null)
  if (!Ticket) return <Visitor id={id} />
  if (isPending) return <Skeleton className="h-24 shrink-0 h5:h-18 h5:rounded-none" />
  const claim = data?.find((one) => one.id === id)
  if (!claim) return null
  const props = { claim, claiming, onDraw: () => setDrawing(claim) }
  return (
    <>
      {siteForm() === 'h5' ? <Bar {...props} /> : <Box {...props} />}
      {drawing && (
        <Optional>
          <PacketDialog claim={drawing} claiming={claiming} onClose={() => setDrawing(null)} />
        </Optional>
      )}
    </>
  )
}

interface Props {
  claim: Claim
  claiming: Claiming
  onDraw: () => void
}

/** Beside the frame. */
function Box({ claim, claiming, onDraw }: Props) {
  const text = usePromoText()
  const ready = claim.state === 'claimable'
  return (
    <section
      aria-label={text.mineTitle}
      className={`panel shrink-0 space-y-3 p-4 ${ready ? 'border-gold/50 bg-linear-to-br from-warm to-panel' : ''}`}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">{text.mineTitle}</h2>
        <ClaimStateChip claim={claim} />
      </div>
      <ClaimFigure claim={claim} />
      {claim.conditions.length > 0 && <ClaimConditions claim={claim} />}
      <ClaimNote claim={claim} claiming={claiming} />
      <OddsLink claim={claim} />
      <InviteLink claim={claim} />
      {promises(claim) && <Shares of={{ promotion: claim.id }} name={claim.name} />}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm text-soft">
        <ClaimTime claim={claim} />
        <ClaimAction claim={claim} claiming={claiming} onDraw={onDraw} className="min-w-24" />
      </div>
    </section>
  )
}

/** At the bottom of the phone's screen, within reach of the thumb: one line with the player's state. A tap shows all of it. */
function Bar({ claim, claiming, onDraw }: Props) {
  const text = usePromoText()
  const next = claim.conditions.find(({ percent }) => percent !== undefined && percent < 100) ?? claim.conditions[0]
  const said = claiming.done?.id === claim.id ? claiming.done.message : ''
  return (
    <section
      aria-label={text.mineTitle}
      className="flex min-h-18 items-center justify-between gap-3 border-t border-line bg-panel px-4 pt-2.5 pb-5"
    >
      <Link to={paths.discount} className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <ClaimStateChip claim={claim} />
          <span className="text-xs text-soft">
            <ClaimTime claim={claim} />
          </span>
        </span>
        {claim.state === 'claimable' ? (
          <ClaimFigure claim={claim} />
        ) : (
          <span role="status" className="tabular block truncate pt-0.5 text-sm text-soft">
            {said || (next && claim.state === 'unmet' ? `${next.name} ${next.figures}` : claim.reason)}
          </span>
        )}
      </Link>
      <ClaimAction claim={claim} claiming={claiming} onDraw={onDraw} className="min-w-24" />
      <InviteLink claim={claim} className="w-46 shrink-0" />
    </section>
  )
}

function Visitor({ id }: { id: number }) {
  const text = usePromoText()
  return (
    <div className="h5:border-t h5:border-line h5:bg-panel h5:px-4 h5:pt-2.5 h5:pb-5">
      <Link to={loginPath(`${paths.activity}/${id}`)} className="btn btn-line w-full h5:min-h-11">
        {text.logIn}
      </Link>
    </div>
  )
}
