import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { needed } from '../../ui/needed'
import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { TabBar } from '../../ui/tab-bar'
import { HelpLink } from '../help/help-link'
import { CardSkeleton, CardSlots } from './card-slots'
import { useCashierText } from './use-cashier-text'
import { WithdrawForm } from './withdraw-form'
import { cardsQuery, termsQuery } from './withdraw-queries'

const Turnover = needed(() => import('./turnover'), { waiting: <SkeletonRows rows={4} height="h-16" /> })
const WithdrawalAsked = needed(() => import('./withdrawal-asked'), { waiting: <SkeletonRows rows={8} /> })
const UsdtPanel = needed(() => import('./usdt-panel'), { waiting: <SkeletonRows rows={6} height="h-16" /> })

/** The two tabs of a withdrawal. The parent that shows the wallets passes the available amount. */
export function WithdrawPanel({ availableFen }: { availableFen: number }) {
  const text = useCashierText()
  const [tab, setTab] = useState<'bank' | 'usdt'>('bank')
  const [asked, setAsked] = useState('')
  return (
    <Panel>
      <TabBar
        label={text.withdrawal}
        tabs={[
          { key: 'bank', title: text.bankTab },
          { key: 'usdt', title: text.usdtTab },
        ]}
        active={tab}
        onPick={setTab}
      />
      {tab === 'bank' ? (
        <Bank availableFen={availableFen} onAsked={setAsked} />
      ) : (
        <UsdtPanel availableFen={availableFen} onAsked={setAsked} />
      )}
      {asked && (
        <Dialog title={text.withdrawn} onClose={() => setAsked('')} modalOnly="tap">
          <WithdrawalAsked sn={asked} onClose={() => setAsked('')} />
        </Dialog>
      )}
    </Panel>
  )
}

/**
 * The cards and the form come together. On the phone the cards are above the form, and it would move, because the number
 * of cards is not known before.
 */
function Bank({ availableFen, onAsked }: { availableFen: number; onAsked: (orderSn: string) => void }) {
  const text = useCashierText()
  const terms = useQuery(termsQuery)
  const cards = useQuery(cardsQuery)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4 h5:px-4">
        <h3 className="font-semibold">{text.cards}</h3>
        <HelpLink topic="withdrawal" className="mr-auto" />
      </div>
      {terms.isPending || cards.isPending ? (
        <>
          <CardSkeleton />
          <SkeletonRows rows={4} height="h-12" />
        </>
      ) : (
        <>
          <CardSlots />
          <Load query={terms} skeleton={null}>
            {(data) => (
              <div className="grid grid-cols-[minmax(0,1fr)_18rem] gap-8 border-t border-line p-6 h5:grid-cols-1 h5:gap-5 h5:p-4">
                <WithdrawForm terms={data} cards={cards.data} availableFen={availableFen} onAsked={onAsked} />
                <Turnover terms={data} />
              </div>
            )}
          </Load>
        </>
      )}
    </>
  )
}
