import { boot } from '@shared/boot'
import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { drawPoster, posterSize } from './poster'
import { useReferralText } from './referral-queries'

interface Props {
  address: string
  player: string
  /** A sentence for the friend, who sees the poster. */
  offer: string
  onClose: () => void
}

/** The invitation as one picture with its code: to save, or to hand to another app where the browser can. */
export default function InvitePoster({ address, player, offer, onClose }: Props) {
  const text = useReferralText()
  const code = useRef<HTMLCanvasElement>(null)
  const [poster, setPoster] = useState<{ file: File; shown: string }>()
  useEffect(() => {
    let shown = ''
    let alive = true
    const draw = () => {
      if (!alive || !code.current) return
      const canvas = document.createElement('canvas')
      drawPoster(canvas, code.current, {
        invites: text.posterInvites(player),
        offer,
        scan: text.qrLine,
        adult: text.posterAdult(boot.minAge || 18),
        address,
      })
      canvas.toBlob((picture) => {
        if (!picture || !alive) return
        shown = URL.createObjectURL(picture)
        setPoster({ file: new File([picture], `${text.posterFile}.png`, { type: 'image/png' }), shown })
      }, 'image/png')
    }
    // The code is drawn by an effect of its own, which may come after this one.
    const timer = setTimeout(draw)
    return () => {
      alive = false
      clearTimeout(timer)
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [address, player, offer, text])
  const files = poster && [poster.file]
  const shares = files !== undefined && navigator.canShare?.({ files }) === true
  return (
    <Dialog title={text.poster} onClose={onClose}>
      <div className="flex flex-col items-center gap-4">
        <QRCodeCanvas ref={code} value={address} size={760} level="M" className="hidden" aria-hidden="true" />
        {poster ? (
          <img
            src={poster.shown}
            alt={text.posterAlt(player)}
            {...posterSize}
            style={{ maxHeight: '56dvh', width: 'auto' }}
            className="rounded-xl border border-line"
          />
        ) : (
          <div style={{ height: '56dvh' }} className="w-full animate-pulse rounded-xl bg-raised" />
        )}
        <p className="text-center text-xs text-mute">{text.posterLine}</p>
        <div className="flex w-full gap-3">
          {shares && (
            <Button
              look="line"
              className="min-h-11 flex-1"
              onClick={() => void navigator.share({ files }).catch(() => undefined)}
            >
              {text.share}
            </Button>
          )}
          <a
            href={poster?.shown}
            download={poster?.file.name}
            onClick={() => poster && toast('success', text.posterSaved)}
            aria-disabled={!poster}
            className="btn btn-gold min-h-11 flex-1"
          >
            {text.posterSave}
          </a>
        </div>
      </div>
    </Dialog>
  )
}
