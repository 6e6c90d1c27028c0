import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel'
import { CardSlots } from './card-slots'
import { AddressSlots } from './usdt-address-slots'
import { addressesQuery } from './usdt-queries'
import { useCashierText } from './use-cashier-text'
import { useUsdtText } from './use-usdt-text'
import { cardsQuery } from './withdraw-queries'

/**
 * Where the player's money can go: bank cards, and addresses for USDT (CARD-01, WD-07), with whatever stands below. On
 * the phone nobody knows before the answer how many places there are, so what is below one list waits for it: nothing
 * that is seen jumps.
 */
export function BankCardPanels({ children }: { children: ReactNode }) {
  const text = useCashierText()
  const usdt = useUsdtText()
  const cards = useQuery(cardsQuery)
  const addresses = useQuery(addressesQuery)
  return (
    <>
      <Panel title={text.bankCard} aside={<p className="text-sm text-mute">{text.bankCardHint}</p>}>
        <CardSlots />
      </Panel>
      {!cards.isPending && (
        <Panel title={usdt.addresses} aside={<p className="text-sm text-mute">{usdt.addressesHint}</p>}>
          <AddressSlots />
        </Panel>
      )}
      {!cards.isPending && !addresses.isPending && children}
    </>
  )
}
