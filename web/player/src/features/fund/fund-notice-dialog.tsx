import './fund-notice.css'
import { useEffect } from 'react'
import { paths } from '../../paths'
import { BonusAmount } from '../../ui/bonus-amount'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Link } from '../../ui/link'
import type { BonusNotice } from './fund-queries'
import { useNoticeText } from './use-notice-text'
import { VaultArt } from './vault-art'

interface Props {
  notice: BonusNotice
  /** Called once it is on the screen. */
  onSeen: () => void
  onClose: () => void
}

/** The congratulation: how much can be unlocked, and at what rate a deposit does it (FUND-05). */
export default function FundNoticeDialog({ notice, onSeen, onClose }: Props) {
  const text = useNoticeText()
  return (
    <Dialog title={text.title} onClose={onClose} patient greeting="fund">
      <Seen onSeen={onSeen} />
      <div className="flex flex-col items-center pb-6 text-center">
        <VaultArt />
        <p className="pt-2 text-soft">{text.lead}</p>
        <BonusAmount fen={notice.fen} className="fund-sum text-4xl font-semibold text-gold" />
        {notice.percent > 0 && (
          <p className="pt-1 text-sm text-balance text-soft">{text.rate(percentText(notice.percent))}</p>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button look="line" onClick={onClose}>
          {text.close}
        </Button>
        <Link to={paths.fund} className="btn btn-gold h5:min-h-11" onClick={onClose}>
          {text.look}
        </Link>
      </div>
    </Dialog>
  )
}

/** A dialog that waits for its turn has no contents yet: with them comes the moment it is seen. */
function Seen({ onSeen }: { onSeen: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is seen once
  useEffect(onSeen, [])
  return null
}

/** 5 and 2.5, never 2.50. */
const percentText = (percent: number) => String(Math.round(percent * 100) / 100)
