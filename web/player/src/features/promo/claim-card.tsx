import { formatFen } from '@shared/money'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { ClaimAction } from './claim-action'
import { ClaimConditions } from './claim-conditions'
import { ClaimMark, PacketMark } from './claim-mark'
import { type Claim, choosable, promises } from './claim-queries'
import { ClaimStateChip } from './claim-state'
import { ClaimTime } from './claim-time'
import { InviteLink } from './invite-link'
import { OddsLink } from './odds-link'
import { Shares } from './shares'
import type { Claiming } from './use-claim'
import { useClaimText } from './use-promo-text'

interface Props {
  claim: Claim
  claiming: Claiming
  onDraw: () => void
}

/** One promotion for this player: its reward, the progress, and the possible action. */
export function ClaimCard({ claim, claiming, onDraw }: Props) {
  const ready = claim.state === 'claimable'
  return (
    <article
      className={`panel flex h-full flex-col p-5 h5:p-4 ${ready ? 'border-gold/50 bg-linear-to-br from-warm to-panel' : ''}`}
    >
      <div className="flex items-start gap-3.5">
        {claim.draws > 0 ? <PacketMark /> : <ClaimMark kind={claim.kind} />}
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-3">
            <h3 className="font-semibold">
              <Link
                to={`${paths.activity}/${claim.id}`}
                className="hover:text-gold h5:-my-2.5 h5:inline-flex h5:min-h-11 h5:items-center"
              >
                {claim.name}
              </Link>
            </h3>
            <ClaimStateChip claim={claim} />
          </div>
          <ClaimFigure claim={claim} />
        </div>
      </div>
      {claim.conditions.length > 0 && !(choosable(claim) && claim.state === 'claimed') && (
        <div className="pt-4">
          <ClaimConditions claim={claim} />
        </div>
      )}
      <ClaimNote claim={claim} claiming={claiming} className="pt-3" />
      <OddsLink claim={claim} className="pt-2" />
      <InviteLink claim={claim} className="pt-3" />
      {promises(claim) && <Shares of={{ promotion: claim.id }} name={claim.name} className="pt-2" />}
      <div className="mt-auto flex min-h-14 items-end justify-between gap-4 pt-4">
        <p className="flex min-h-10 items-center text-sm text-soft h5:min-h-11">
          <ClaimTime claim={claim} />
        </p>
        <ClaimAction claim={claim} claiming={claiming} onDraw={onDraw} className="min-w-26" />
      </div>
    </article>
  )
}

/** The reward: a number of packets, or an amount where one is known. */
export function ClaimFigure({ claim }: { claim: Claim }) {
  const text = useClaimText()
  if (claim.draws > 0) return <p className="text-xl font-semibold text-gold">{text.draws(claim.draws)}</p>
  if (claim.fen <= 0) return null
  return <p className="tabular text-xl font-semibold text-gold">¥{formatFen(claim.fen)}</p>
}

/** Further notes: the result of a try, else the server's own sentence. */
export function ClaimNote({ claim, claiming, className = '' }: Omit<Props, 'onDraw'> & { className?: string }) {
  const text = useClaimText()
  const said = claiming.done?.id === claim.id ? claiming.done.message : ''
  const note = claiming.unheardId === claim.id ? text.unheardLine : said || claim.reason
  return (
    <p role="status" className={`text-sm leading-6 text-pretty text-soft ${note ? className : ''}`}>
      {note}
    </p>
  )
}
