import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { isOver, orderQuery, pendingOrder } from './deposit-queries'
import { useCashierText } from './use-cashier-text'

/** An order that was started and not finished, found again after a reload or a closed tab. */
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
    <div className="flex flex-wrap items-center gap-3 rounded-xl border border-gold/50 bg-gold/8 px-5 py-3 h5:px-4">
      <p className="min-w-0 flex-1 break-all">
        {text.pendingOrder(orderSn)}
        <span className="block text-sm text-gold">{text.orderStatus[data.status]}</span>
      </p>
      <Button
        look="line"
        onClick={() => {
          pendingOrder.clear()
          setOrderSn('')
        }}
      >
        {text.dismissOrder}
      </Button>
      <Button onClick={() => onShow(orderSn)}>{text.viewOrder}</Button>
    </div>
  )
}
