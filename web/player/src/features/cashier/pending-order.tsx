import { fenOf, formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { useSecondsLeft } from '../../ui/countdown'
import { IconButton } from '../../ui/icon-button'
import { isOver, orderQuery, pendingOrder } from './deposit-queries'
import { useCashierText } from './use-cashier-text'

/** The whole minutes that are left for paying, rounded up. */
function MinutesLeft({ until }: { until: number }) {
  const text = useCashierText()
  const minutes = Math.ceil(useSecondsLeft(until) / 60)
  return minutes > 0 && <span className="tabular shrink-0">{text.minutesLeft(minutes)}</span>
}

/**
 * An order that was started and not finished, found again after a reload or a closed tab. One line at every width: the
 * words of its state are cut, its amount, its minutes and its buttons are not.
 */
export function PendingOrder({ onShow }: { onShow: (orderSn: string) => void }) {
  const text = useCashierText()
  const [orderSn, setOrderSn] = useState(pendingOrder.get)
  const { data, error } = useQuery(orderQuery(orderSn))
  const gone = error !== null || (data !== undefined && isOver(data.status))
  useEffect(() => {
    if (gone) pendingOrder.clear()
  }, [gone])
  if (!data || gone || orderSn === '') return null
  return (
    <div className="flex items-center gap-2 rounded-xl border border-gold/50 bg-gold/8 px-4 py-2.5 text-sm">
      <p className="flex min-w-0 flex-1 items-baseline gap-x-2" title={`${text.pendingOrder} ${orderSn}`}>
        <span className="truncate h5:sr-only">{text.pendingOrder}</span>{' '}
        <span className="tabular shrink-0 font-semibold text-gold">¥{formatFen(fenOf(data.amount))}</span>{' '}
        {data.status === 'pending' && data.expires_at > 0 && <MinutesLeft until={data.expires_at} />}{' '}
        <span className="min-w-0 truncate text-soft">{text.orderStatus[data.status]}</span>
      </p>
      <Button size="small" className="shrink-0" onClick={() => onShow(orderSn)}>
        {text.viewOrder}
      </Button>
      <IconButton
        name={text.dismissOrder}
        onClick={() => {
          pendingOrder.clear()
          setOrderSn('')
        }}
      >
        <span aria-hidden="true">×</span>
      </IconButton>
    </div>
  )
}
