import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Money } from '../ui/money'
import { usePlayerText } from './use-player-text'

export default function DepositNoticeDialog({ fen, onClose }: { fen: number; onClose: () => void }) {
  const text = usePlayerText()
  return (
    <Dialog title={text.depositNoticeTitle} onClose={onClose}>
      <div className="flex flex-col items-center gap-2 pb-6 text-center">
        <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-win/15 text-3xl text-win">
          ✓
        </span>
        <p className="text-soft">{text.depositNotice}</p>
        <Money fen={fen} className="text-3xl font-semibold text-gold" />
      </div>
      <Button className="w-full" onClick={onClose}>
        {text.ok}
      </Button>
    </Dialog>
  )
}
