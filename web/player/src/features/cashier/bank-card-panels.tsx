import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel'
import { CardSlots } from './card-slots'
import { AddressSlots } from './usdt-address-slots'
import { addressesQuery } from './usdt-queries'
import { useCashierText } from './use-cashier-text'
import { useUsdtText } from './use-usdt-text'
import { cardsQuery, termsQuery } from './withdraw-queries'

/**
 * The targets of withdrawals: bank cards and USDT addresses (CARD-01, WD-07), with the content below. On the
 * phone the lists' heights are unknown before the answers. The content below waits for them, so nothing
 * visible jumps.
 */
export function BankCardPanels({ children }: { children: ReactNode }) {
  const text = useCashierText()
  const usdt = useUsdtText()
  const cards = useQuery(cardsQuery)
  const addresses = useQuery(addressesQuery)
  const terms = useQuery(termsQuery)
  return (
    <>
      <Panel
        title={text.bankCard}
        aside={<p className="text-sm text-mute">{terms.data && text.bankCardHint(terms.data.maxCards)}</p>}
      >
        <CardSlots />
      </Panel>
      {!cards.isPending && (
        <Panel
          title={usdt.addresses}
          aside={<p className="text-sm text-mute">{terms.data && usdt.addressesHint(terms.data.maxAddresses)}</p>}
        >
          <AddressSlots />
        </Panel>
      )}
      {!cards.isPending && !addresses.isPending && children}
    </>
  )
}
