import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { depositOrderKey } from '@shared/api/queries'
import type { DepositOrder, VirtualCoin } from '@shared/api/wire'
import { fenOf, formatFen } from '@shared/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Countdown, useSecondsLeft } from '../../ui/countdown'
import { OrderNumber } from '../../ui/order-number'
import { AddressText } from './address-text'
import { useUsdtText } from './use-usdt-text'

interface Props {
  order: DepositOrder
  coin: VirtualCoin
  /** The player has said it is paid. */
  onPaid: () => void
}

/**
 * The address and number of coins to send (DEP-05). The code holds the address alone: wallets treat an amount
 * in it differently, and a wrong amount must not happen. It is drawn here from the address shown beside it.
 */
export default function UsdtOrder({ order, coin, onPaid }: Props) {
  const text = useUsdtText()
  const queries = useQueryClient()
  const seconds = useSecondsLeft(order.expires_at)
  const expired = order.expires_at > 0 && seconds === 0
  const claim = useMutation({
    mutationFn: () => api.call('POST /v1/Do/UsdtDepositPayAction', { OrderSn: order.order_sn }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: depositOrderKey(order.order_sn) })
      onPaid()
    },
  })
  return (
    <div className="space-y-3">
      {expired ? (
        <p className="rounded-lg bg-loss/10 px-4 py-3 text-sm text-loss">
          {coin.OwnAddress ? text.lateOwnLine : text.lateLine}
        </p>
      ) : (
        <WhereTo coin={coin} link={order.link} orderFen={fenOf(order.amount)} />
      )}
      <dl className="flex items-center gap-3 text-sm">
        <dt className="shrink-0 text-mute">{text.orderSn}</dt>
        <dd className="tabular flex min-w-0 flex-1 items-center justify-between gap-3">
          <span className="min-w-0 break-all h5:text-xs">
            <OrderNumber sn={order.order_sn} />
          </span>
          <CopyButton value={order.order_sn} label={text.orderSn} />
        </dd>
      </dl>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {claim.error && messageOf(claim.error)}
      </p>
      <div className="dialog-end space-y-2">
        {!expired && (
          <div className="flex min-h-11 items-center justify-between gap-4 rounded-lg bg-deep px-4">
            <span className="text-sm text-soft">{text.timeLeft}</span>
            <Countdown seconds={seconds} />
          </div>
        )}
        <Button
          className="min-h-12 w-full"
          busy={claim.isPending}
          disabled={expired}
          // The second click of a double click is none of its own, however quick the answer to the first was.
          onClick={(event) => event.detail < 2 && (order.status === 'pending' ? claim.mutate() : onPaid())}
        >
          {expired ? text.late : text.paid}
        </Button>
      </div>
    </div>
  )
}

/** How many coins, to which address, over which network, and what goes wrong otherwise. */
function WhereTo({ coin, link, orderFen }: { coin: VirtualCoin; link: string; orderFen: number }) {
  const text = useUsdtText()
  const worthFen = fenOf(coin.Worth)
  const tag = text.tag(coin.UsdtType)
  return (
    <>
      <section className="rounded-xl border border-gold/40 bg-gold/8 px-4 py-3">
        <p className="flex justify-between gap-4 text-sm text-soft">
          {text.exactTitle}
          <span className="tabular text-mute">
            {worthFen === orderFen
              ? text.exactFor(formatFen(worthFen))
              : text.exactTail(formatFen(orderFen), formatFen(worthFen))}
          </span>
        </p>
        <p className="flex items-center justify-between gap-4 pt-0.5">
          <strong className="tabular text-3xl text-gold h5:text-2xl">
            {coin.num} <span className="text-base font-semibold">USDT</span>
          </strong>
          <CopyButton value={coin.num} label={text.count} />
        </p>
        <p className="pt-1.5 text-xs text-soft">{coin.OwnAddress ? text.ownWhy : text.exactWhy}</p>
      </section>
      <section className="flex gap-4 rounded-xl border border-line p-3 h5:gap-3">
        <div className="shrink-0 self-start rounded-lg bg-white p-2.5">
          <QRCodeSVG
            value={coin.to_addr}
            size={140}
            level="M"
            title={text.qrAlt(tag)}
            role="img"
            aria-label={text.qrAlt(tag)}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col justify-between gap-2">
          <div>
            <p className="flex items-center justify-between gap-3">
              <span className="text-sm text-mute">
                {text.address}
                {coin.OwnAddress && (
                  <span className="ml-2 inline-block rounded-full border border-gold/60 px-2 py-0.5 text-xs whitespace-nowrap text-gold">
                    {text.ownAddress}
                  </span>
                )}
              </span>
              <CopyButton value={coin.to_addr} label={text.address} />
            </p>
            <AddressText address={coin.to_addr} className="block pt-1 text-sm" />
          </div>
          {/^https?:\/\//.test(link) ? (
            <a href={link} target="_blank" rel="noreferrer noopener" className="btn btn-line h5:min-h-11 h5:px-2">
              {text.openWallet}
            </a>
          ) : (
            <p className="text-xs text-mute">{text.qrHint}</p>
          )}
        </div>
      </section>
      <p className="text-xs text-soft">{coin.OwnAddress ? text.ownExplain : text.sharedExplain}</p>
      <p className="rounded-lg bg-loss/10 px-4 py-2 text-sm text-loss">
        {text.onlyNetwork(tag, text.networks[coin.UsdtType])}
      </p>
    </>
  )
}
