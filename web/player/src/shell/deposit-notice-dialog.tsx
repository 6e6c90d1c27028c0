import { paths } from '../paths'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Money } from '../ui/money'
import { usePlayerText } from './use-player-text'

export default function DepositNoticeDialog({ fen, onClose }: { fen: number; onClose: () => void }) {
  const text = usePlayerText()
  return (
    <Dialog title={text.depositNoticeTitle} onClose={onClose} patient>
      <div className="flex flex-col items-center gap-2 pb-6 text-center">
        <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-win/15 text-3xl text-win">
          ✓
        </span>
        <p className="text-soft">{text.depositNotice}</p>
        <Money fen={fen} className="text-3xl font-semibold text-gold" />
      </div>
      <div className="flex gap-3">
        <Button look="line" className="flex-1" onClick={onClose}>
          {text.ok}
        </Button>
        <Link to={paths.home} className="btn btn-gold flex-1 h5:min-h-11" onClick={onClose}>
          {text.goPlay}
        </Link>
      </div>
    </Dialog>
  )
}
