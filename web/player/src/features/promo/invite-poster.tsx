import { boot } from '@shared/boot'
import { shown as written } from '@shared/language'
import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
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
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let shown = ''
    let alive = true
    const draw = () => {
      if (!alive || !code.current) return
      const canvas = document.createElement('canvas')
      // A picture is no part of the page, which is what the reader's language converts.
      const drawn = drawPoster(canvas, code.current, {
        invites: written(text.posterInvites(player)),
        offer: written(offer),
        scan: written(text.qrLine),
        adult: written(text.posterAdult(boot.minAge || 18)),
        address,
      })
      if (!drawn) return setFailed(true)
      canvas.toBlob((picture) => {
        if (!alive) return
        if (!picture) return setFailed(true)
        shown = URL.createObjectURL(picture)
        setPoster({ file: new File([picture], `${written(text.posterFile)}.png`, { type: 'image/png' }), shown })
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
        {failed ? (
          <div className="w-full space-y-3">
            <p role="alert" className="text-center text-sm text-soft">
              {text.posterFailed}
            </p>
            <div className="flex items-center gap-3 rounded-lg bg-deep py-2 pr-2 pl-4 text-sm">
              <span className="min-w-0 flex-1 break-all">{address}</span>
              <CopyButton value={address} label={text.link} />
            </div>
          </div>
        ) : poster ? (
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
        {!failed && <p className="text-center text-xs text-mute">{text.posterLine}</p>}
        <div className={failed ? 'hidden' : 'flex w-full gap-3'}>
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
            onClick={() => poster && toast('info', text.posterSaved)}
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
