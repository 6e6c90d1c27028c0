import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { openOrder, takeReturnedOrder } from '../../open-order'
import { depositPath, paths } from '../../paths'
import { Link } from '../../ui/link'
import { needed } from '../../ui/needed'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { whenFree } from '../../ui/when-free'
import { HelpLink } from '../help/help-link'
import { depositPromotionsQuery } from '../promo/promo-queries'
import { useSteadyPromotions } from '../promo/steady-promotions'
import { DepositForm } from './deposit-form'
import { channelsQuery, methodsQuery, pendingOrder, rememberMethod } from './deposit-queries'
import { lastDepositQuery } from './funding-queries'
import { MethodList } from './method-list'
import { PendingOrder } from './pending-order'
import { useCashierText } from './use-cashier-text'

const RecentDeposits = lazy(() => import('./recent-deposits'))
const loadOrder = () => import('./order-dialog')
const OrderDialog = needed(loadOrder, { waiting: null })

export default function DepositPage() {
  const text = useCashierText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const named = query.get('order') ?? ''
  const [returned] = useState(takeReturnedOrder)
  const [kept] = useState(openOrder.get)
  const [order, setOrder] = useState(named || returned || kept)
  const [started, setStarted] = useState('')
  const methods = useQuery(methodsQuery)
  // The form waits for them, so that nothing moves in it; where they cannot be read, it goes without.
  const promotions = useQuery(depositPromotionsQuery)
  const choices = useSteadyPromotions(promotions.data)
  const lastFen = useQuery(lastDepositQuery).data
  const [picked, setPicked] = useState('')
  const method = methods.data?.find((m) => m.ChannelCode === picked) ?? methods.data?.[0]
  const code = method?.ChannelCode ?? ''
  const channels = useQuery({ ...channelsQuery(code), enabled: code !== '' })
  const offered = promotions.isPending ? { ...channels, data: undefined, error: null } : channels
  const settled = offered.data ?? offered.error ?? methods.error ?? methods.data?.length === 0
  const isSettled = Boolean(settled)
  useEffect(() => {
    // Nothing of it is seen before an order, and then it should be here.
    if (isSettled) return whenFree(() => void loadOrder().catch(() => undefined))
  }, [isSettled])
  const showOrder = (orderSn: string) => {
    openOrder.set(orderSn)
    setOrder(orderSn)
    // An address that named an order must not bring it back after its dialog was closed.
    if (!orderSn && named) void navigate(depositPath(), { replace: true })
  }

  return (
    <div className="space-y-5">
      {!order && <PendingOrder onShow={showOrder} />}
      <Panel title={text.method} aside={<HelpLink topic="deposit" />}>
        <Load
          query={methods}
          skeleton={<SkeletonRows rows={1} height="h-20" />}
          empty={{ when: (list) => list.length === 0, show: <Empty title={text.methodEmpty} /> }}
        >
          {(list) => <MethodList methods={list} active={code} onPick={setPicked} />}
        </Load>
      </Panel>
      {method && (
        <Panel title={text.deposit} className="h5:[&>header]:hidden">
          <Load
            query={offered}
            skeleton={<SkeletonRows rows={4} height="h-14" />}
            empty={{ when: (list) => list.length === 0, show: <Empty title={text.methodEmpty} /> }}
          >
            {(list) => (
              <div className="grid grid-cols-[minmax(0,36rem)_minmax(15rem,1fr)] h5:grid-cols-1">
                {/* Another method is another form: what was typed for the first does not follow (DEP-02). */}
                <DepositForm
                  key={code}
                  method={method}
                  channels={list}
                  promotions={choices}
                  wanted={query.get('activity') ?? ''}
                  lastFen={lastFen}
                  onStarted={(orderSn) => {
                    rememberMethod(code)
                    pendingOrder.set(orderSn)
                    setStarted(orderSn)
                    showOrder(orderSn)
                  }}
                />
                <Notes inCoins={method.InputVRateShwoDisplay} />
              </div>
            )}
          </Load>
        </Panel>
      )}
      {/* With the form or in its place, and not before it: it would be pushed down. */}
      {settled && (
        <Optional>
          <RecentDeposits />
        </Optional>
      )}
      {order && (
        <OrderDialog
          key={order}
          orderSn={order}
          again={!named && order !== returned && order === kept}
          started={order === started}
          onClose={() => showOrder('')}
        />
      )}
    </div>
  )
}

function Notes({ inCoins }: { inCoins: boolean }) {
  const text = useCashierText()
  return (
    <aside className="px-6 py-6 text-sm text-soft h5:px-4 h5:pt-0">
      <h3 className="font-semibold text-text">{text.notesTitle}</h3>
      <ul className="list-disc space-y-2 pt-2 pl-4 marker:text-gold h5:text-pretty">
        {(inCoins ? text.coinNotes : text.notes).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <p className="pt-3">
        <Link
          to={paths.limits}
          className="text-gold underline-offset-4 hover:underline h5:inline-flex h5:min-h-11 h5:items-center"
        >
          {text.ownLimits}
        </Link>
      </p>
    </aside>
  )
}
