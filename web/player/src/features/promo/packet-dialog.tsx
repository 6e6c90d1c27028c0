import './packet.css'
import { formatFen } from '@shared/money'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { Claim } from './claim-queries'
import { OddsTable } from './odds-table'
import { ClosedPacket, OpenPacket } from './packet-art'
import type { Claimed, Claiming } from './use-claim'
import { useClaimText } from './use-promo-text'

interface Props {
  /** As it was when the dialog opened: afterwards nothing is left to draw. */
  claim: Claim
  claiming: Claiming
  onClose: () => void
}

/** Red packets are drawn here (PROMO-03): the odds first, then one press opens all of them, then what was in each. */
export default function PacketDialog({ claim, claiming, onClose }: Props) {
  const done = claiming.done?.id === claim.id ? claiming.done : undefined
  return (
    <Dialog title={claim.name} onClose={onClose} locked={claiming.pendingId === claim.id}>
      {done ? <Opened done={done} onClose={onClose} /> : <Closed claim={claim} claiming={claiming} />}
    </Dialog>
  )
}

function Closed({ claim, claiming }: Omit<Props, 'onClose'>) {
  const text = useClaimText()
  const busy = claiming.pendingId === claim.id
  const refusal = claiming.refusal?.id === claim.id ? claiming.refusal.message : ''
  return (
    <div className="flex flex-col items-center text-center">
      <ClosedPacket waiting={busy} />
      <p role="status" className="pt-2 text-soft">
        {busy ? text.packetOpening : text.packetLine(claim.draws)}
      </p>
      <Button size="large" busy={busy} className="mt-4 w-full max-w-72" onClick={() => claiming.start(claim)}>
        {text.draw}
      </Button>
      <p role="alert" className="min-h-6 pt-2 text-sm leading-6 text-loss">
        {claiming.unheardId === claim.id ? text.unheardLine : refusal}
      </p>
      {claim.odds.length > 0 && (
        <div className="w-full pt-2 text-left">
          <OddsTable odds={claim.odds} />
        </div>
      )}
    </div>
  )
}

/** A packet follows another after this long, so that fifteen are done in about a second. */
const stepMs = 60

function Opened({ done, onClose }: { done: Claimed; onClose: () => void }) {
  const text = useClaimText()
  const { fen, packetsFen, message } = done
  const most = Math.max(...packetsFen)
  return (
    <div className="flex flex-col items-center pt-3 text-center">
      <OpenPacket />
      <div role="status" className="packet-sum">
        <p className="pt-3 text-soft">{text.packetSum}</p>
        <p className="tabular text-4xl font-semibold text-gold">¥{formatFen(fen)}</p>
        <p className="text-sm text-pretty text-soft">{message}</p>
      </div>
      {packetsFen.length > 1 && (
        <ol aria-label={text.packetList} className="flex w-full flex-wrap justify-center gap-2 pt-5">
          {packetsFen.map((packetFen, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: packets have no other name than their place
              key={`packet-${at}`}
              className={`packet-sum w-[calc((100%-2rem)/5)] rounded-lg border px-1 py-2 h5:w-[calc((100%-1rem)/3)] ${
                packetFen === most ? 'border-gold/60 bg-gold/12 text-gold-soft' : 'border-line bg-deep'
              }`}
              style={{ animationDelay: `${900 + at * stepMs}ms` }}
            >
              <span className="block text-xs text-mute">{text.packetNo(at + 1)}</span>
              <span className="tabular text-sm font-semibold">¥{formatFen(packetFen)}</span>
            </li>
          ))}
        </ol>
      )}
      <Button size="large" className="mt-6 w-full max-w-72" onClick={onClose}>
        {text.packetClose}
      </Button>
    </div>
  )
}
