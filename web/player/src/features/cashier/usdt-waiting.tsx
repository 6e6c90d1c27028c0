import type { DepositOrder } from '@shared/api/wire'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { OrderNumber } from '../../ui/order-number'
import { Spinner } from '../../ui/spinner'
import { useUsdtText } from './use-usdt-text'

interface Props {
  order: DepositOrder
  status: string
  onBack: (() => void) | undefined
  onClose: () => void
}

/** After "I have paid": the order number, and that the rest happens by itself (DEP-05). */
export default function UsdtWaiting({ order, status, onBack, onClose }: Props) {
  const text = useUsdtText()
  return (
    <div className="space-y-4 text-center">
      <span
        aria-hidden="true"
        className="mx-auto mt-2 grid size-16 place-items-center rounded-full bg-gold/12 text-3xl text-gold"
      >
        <Spinner />
      </span>
      <p role="status" className="text-lg font-semibold text-gold-soft">
        {status}
      </p>
      <p className="text-sm text-balance text-soft">{text.waitingLine}</p>
      <div className="rounded-xl bg-deep px-4 py-3">
        <p className="text-sm text-mute">{text.waitingOrder}</p>
        <p className="flex items-center justify-center gap-3 pt-1.5">
          <strong className="tabular min-w-0 text-left break-all h5:text-[0.8125rem]">
            <OrderNumber sn={order.order_sn} />
          </strong>
          <CopyButton value={order.order_sn} label={text.orderSn} />
        </p>
      </div>
      <div className="grid gap-3 not-h5:grid-cols-2">
        {onBack && (
          <Button look="line" className="min-h-12" onClick={onBack}>
            {text.backToAddress}
          </Button>
        )}
        <Button className={`min-h-12 ${onBack ? '' : 'col-span-full'}`} onClick={onClose}>
          {text.background}
        </Button>
      </div>
    </div>
  )
}
