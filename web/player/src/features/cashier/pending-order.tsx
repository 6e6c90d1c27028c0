import { fenOf, formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { isOver, orderQuery, pendingOrder } from './deposit-queries'
import { useCashierText } from './use-cashier-text'

/**
 * An order that was started and not finished, found again after a reload or a closed tab. One line at every width: its
 * words are cut, its buttons are not.
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
      <p className="min-w-0 flex-1 truncate" title={`${text.pendingOrder} ${orderSn}`}>
        {text.pendingOrder} <span className="tabular font-semibold text-gold">¥{formatFen(fenOf(data.amount))}</span>{' '}
        <span className="text-soft">{text.orderStatus[data.status]}</span>
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
