import { Panel } from '../../ui/panel'
import { CardSlots } from './card-slots'
import { useCashierText } from './use-cashier-text'

export default function BankCardPage() {
  const text = useCashierText()
  return (
    <Panel title={text.bankCard} aside={<p className="text-sm text-mute">{text.bankCardHint}</p>}>
      <CardSlots />
    </Panel>
  )
}
