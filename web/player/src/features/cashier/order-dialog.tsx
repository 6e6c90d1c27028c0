import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey, depositOrderKey } from '@shared/api/queries'
import type { DepositOrder } from '@shared/api/wire'
import { fenOf, yuanText } from '@shared/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Countdown, useSecondsLeft } from '../../ui/countdown'
import { Dialog } from '../../ui/dialog'
import { groupsOfFour } from '../../ui/group-digits'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { needed } from '../../ui/needed'
import { OrderNumber } from '../../ui/order-number'
import { Load, Skeleton, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { usePlayPath } from '../lobby/play-path'
import { isOver, orderQuery } from './deposit-queries'
import { OrderBonus } from './order-bonus'
import { PayeeCode } from './payee-code'
import { useCashierText } from './use-cashier-text'

const rows = <SkeletonRows rows={6} height="h-16" />
const UsdtOrder = needed(() => import('./usdt-order'), { waiting: rows })
const UsdtWaiting = needed(() => import('./usdt-waiting'), { waiting: rows })
const ScanCode = needed(() => import('./scan-code'), { waiting: <Skeleton className="mx-auto size-46" /> })
const MessageLines = needed(() => import('./message-lines'), { waiting: <SkeletonRows rows={4} height="h-12" /> })
const SlipInput = needed(() => import('./slip-input'), { waiting: <Skeleton className="h-28" /> })

interface Props {
  orderSn: string
  /** It was open before the page was loaded: a finished order is not shown again. */
  again?: boolean
  /** The page has just started it. */
  started?: boolean
  onClose: () => void
}

/** One deposit order, from waiting for the money to its end. A reload shows it again. */
export default function OrderDialog({ orderSn, again = false, started = false, onClose }: Props) {
  const text = useCashierText()
  const queries = useQueryClient()
  const order = useQuery(orderQuery(orderSn))
  const [lookBack, setLookBack] = useState(false)
  const { data } = order
  const credited = data?.status === 'credited'
  useEffect(() => {
    if (credited) void queries.invalidateQueries({ queryKey: balanceKey })
  }, [credited, queries])
  const coin = data && !isOver(data.status) ? data.virtualCoin : undefined
  const waiting = coin !== undefined && data?.status !== 'pending' && !lookBack
  // Money that was waited for has come: the notice says so, and nothing is left to do here (DEP-05).
  // Behind the gateway's page the first read takes seconds, and may come after the money.
  const [awaited, setAwaited] = useState(started)
  const over = data && isOver(data.status)
  const ends = over === true && (awaited ? credited : again)
  useEffect(() => {
    if (over === false) setAwaited(true)
    else if (ends) onClose()
  }, [over, ends, onClose])
  // A failed read clears its error at each new try: the count keeps the dialog where it is.
  const unread = again && !awaited && over === undefined && order.errorUpdateCount === 0
  if (ends || unread) return null
  return (
    <Dialog title={waiting ? text.waitingTitle : text.payOrder} onClose={onClose} modalOnly="tap">
      <Load query={order} skeleton={<SkeletonRows rows={7} height="h-10" />}>
        {(data) => (
          <div className="space-y-4">
            <OrderBonus order={data} onLeave={onClose} />
            {coin && waiting ? (
              <UsdtWaiting
                order={data}
                status={text.orderStatus[data.status]}
                onBack={data.status === 'claimed' ? () => setLookBack(true) : undefined}
                onClose={onClose}
              />
            ) : coin ? (
              <UsdtOrder order={data} coin={coin} onPaid={() => setLookBack(false)} />
            ) : (
              <Order order={data} onClose={onClose} />
            )}
          </div>
        )}
      </Load>
    </Dialog>
  )
}

function Order({ order, onClose }: { order: DepositOrder; onClose: () => void }) {
  const text = useCashierText()
  const playPath = usePlayPath()
  const fen = fenOf(order.amount)
  const over = isOver(order.status)
  const page = /^https?:\/\//.test(order.link) ? order.link : ''
  return (
    <div className="space-y-4">
      <p
        role="status"
        className={`rounded-lg px-4 py-2.5 text-sm ${
          order.status === 'credited'
            ? 'bg-win/12 text-win'
            : over
              ? 'bg-loss/12 text-loss'
              : 'bg-gold/10 text-gold-soft'
        }`}
      >
        {text.orderStatus[order.status]}
      </p>
      <dl className="divide-y divide-line rounded-lg border border-line">
        <Row
          label={text.orderSn}
          value={
            <span className="text-[0.8125rem]">
              <OrderNumber sn={order.order_sn} />
            </span>
          }
          copy={order.order_sn}
        />
        <Row
          label={text.orderAmount}
          value={<Money fen={fen} className="font-semibold text-gold" />}
          copy={yuanText(fen)}
        />
        {order.bank && (
          <>
            <Row
              label={text.payeeBank}
              value={order.bank.entity_account_bank_name}
              copy={order.bank.entity_account_bank_name}
            />
            <Row
              label={text.payeeHolder}
              value={order.bank.entity_account_holder}
              copy={order.bank.entity_account_holder}
            />
            <Row
              label={text.payeeNumber}
              value={groupsOfFour(order.bank.entity_account_number)}
              copy={order.bank.entity_account_number}
            />
            {order.bank.remark && (
              <Row label={text.transferRemark} value={order.bank.remark} copy={order.bank.remark} />
            )}
          </>
        )}
      </dl>
      {over ? (
        <div className="flex gap-3">
          <Button look={order.status === 'credited' ? 'line' : 'gold'} className="flex-1" onClick={onClose}>
            {order.status === 'credited' ? text.again : text.close}
          </Button>
          {order.status === 'credited' && (
            <Link to={playPath} className="btn btn-gold flex-1" onClick={onClose}>
              {text.goPlay}
            </Link>
          )}
        </div>
      ) : order.style === 'Bank' ? (
        <>
          {order.bank?.Code && <PayeeCode picture={order.bank.Code} />}
          <PayActions order={order} hint={order.bank?.remark ? text.transferExactRemark : text.transferExact} />
          <SlipInput orderSn={order.order_sn} />
        </>
      ) : order.style === 'Qr' ? (
        <PayActions order={order}>
          <ScanCode value={order.msg || order.link} />
        </PayActions>
      ) : order.style === 'MSG' ? (
        <PayActions order={order} hint={text.msgExact}>
          <MessageLines message={order.msg} />
        </PayActions>
      ) : (
        page && (
          <>
            <p className="text-sm text-soft">{text.goPayHint}</p>
            <a href={page} target="_blank" rel="noreferrer noopener" className="btn btn-gold min-h-12 w-full">
              {text.goPay}
            </a>
          </>
        )
      )}
      {!over && (
        <Button look="line" className="w-full" onClick={onClose}>
          {order.status === 'pending' ? text.payLater : text.gotIt}
        </Button>
      )}
    </div>
  )
}

interface PayActionsProps {
  order: DepositOrder
  hint?: string
  /** How to pay; hidden once the order is over, because it is too late to pay. */
  children?: React.ReactNode
}

/** The countdown runs to the server's deadline, so it survives a reload and a sleeping tab (DEP-05). */
function PayActions({ order, hint, children }: PayActionsProps) {
  const text = useCashierText()
  const queries = useQueryClient()
  const seconds = useSecondsLeft(order.expires_at)
  const expired = order.expires_at > 0 && seconds === 0
  const claim = useMutation({
    mutationFn: () => api.call('POST /v1/Do/DepositPayAction', { OrderSn: order.order_sn }),
    onSuccess: () => {
      toast('success', text.submitted)
      void queries.invalidateQueries({ queryKey: depositOrderKey(order.order_sn) })
    },
  })
  return (
    <>
      {!expired && children}
      <p className="text-sm text-soft empty:hidden">{order.status === 'pending' ? hint : text.claimedLine}</p>
      {order.status === 'pending' && (
        <div className="flex items-center justify-between gap-4 rounded-lg bg-deep px-4 py-3">
          <span className="text-sm text-soft">{text.timeLeft}</span>
          <Countdown seconds={seconds} />
        </div>
      )}
      <p role="alert" className="text-sm text-loss empty:hidden">
        {claim.error && messageOf(claim.error)}
      </p>
      {order.status === 'pending' && (
        <div className="dialog-end">
          <Button
            className="min-h-12 w-full"
            busy={claim.isPending}
            disabled={expired || claim.isSuccess}
            onClick={() => claim.mutate()}
          >
            {expired ? text.expiredAction : text.paid}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ label, value, copy }: { label: string; value: React.ReactNode; copy: string }) {
  return (
    <div className="flex min-h-12 items-center gap-3 px-4 py-2 h5:gap-2 h5:px-3">
      <dt className="w-18 shrink-0 text-sm text-mute h5:w-15">{label}</dt>
      <dd className="tabular flex min-w-0 flex-1 items-center gap-3 h5:gap-2">
        <span data-own-words className="min-w-0 flex-1 break-all">
          {value}
        </span>
        <CopyButton value={copy} label={label} />
      </dd>
    </div>
  )
}
