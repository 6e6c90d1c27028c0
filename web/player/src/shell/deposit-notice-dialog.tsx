import { useQuery } from '@tanstack/react-query'
import { orderQuery } from '../features/cashier/deposit-queries'
import { OrderBonus } from '../features/cashier/order-bonus'
import { paths } from '../paths'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Money } from '../ui/money'
import { usePlayerText } from './use-player-text'

interface Props {
  orderSn: string
  fen: number
  onClose: () => void
}

/** A deposit arrived: its sum, its number, and what the promotion chosen with it brings. */
export default function DepositNoticeDialog({ orderSn, fen, onClose }: Props) {
  const text = usePlayerText()
  // The notice is complete without it: an order that cannot be read leaves out its promotion alone.
  const { data: order } = useQuery(orderQuery(orderSn))
  return (
    <Dialog title={text.depositNoticeTitle} onClose={onClose} patient>
      <div className="flex flex-col items-center gap-2 pb-4 text-center">
        <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-win/15 text-3xl text-win">
          ✓
        </span>
        <p className="text-soft">{text.depositNotice}</p>
        <Money fen={fen} className="text-3xl font-semibold text-gold" />
      </div>
      <dl className="flex items-center gap-3 rounded-lg bg-deep py-2 pr-2 pl-4 text-sm">
        <dt className="shrink-0 text-mute">{text.orderSn}</dt>
        <dd className="tabular min-w-0 flex-1 break-all h5:text-sm">{orderSn}</dd>
        <CopyButton value={orderSn} label={text.orderSn} />
      </dl>
      <div className="flex gap-3 pt-4">
        <Button look="line" className="flex-1" onClick={onClose}>
          {text.ok}
        </Button>
        <Link to={paths.home} className="btn btn-gold flex-1 h5:min-h-11" onClick={onClose}>
          {text.goPlay}
        </Link>
      </div>
      {/* Below the buttons: the order may be read after the notice is shown, and nothing moves under a finger. */}
      {order && (
        <div className="pt-4">
          <OrderBonus order={order} onLeave={onClose} />
        </div>
      )}
    </Dialog>
  )
}
