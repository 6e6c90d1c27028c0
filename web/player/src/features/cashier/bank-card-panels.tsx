import { Panel } from '../../ui/panel'
import { CardSlots } from './card-slots'
import { AddressSlots } from './usdt-address-slots'
import { useCashierText } from './use-cashier-text'
import { useUsdtText } from './use-usdt-text'

/** Where the player's money can go: bank cards, and addresses for USDT (CARD-01, WD-07). */
export function BankCardPanels() {
  const text = useCashierText()
  const usdt = useUsdtText()
  return (
    <>
      <Panel title={text.bankCard} aside={<p className="text-sm text-mute">{text.bankCardHint}</p>}>
        <CardSlots />
      </Panel>
      <Panel title={usdt.addresses} aside={<p className="text-sm text-mute">{usdt.addressesHint}</p>}>
        <AddressSlots />
      </Panel>
    </>
  )
}
