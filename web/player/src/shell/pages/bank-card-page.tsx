import { BankCardPanels } from '../../features/cashier/bank-card-panels'
import { AssetSummary } from '../../features/wallet/asset-summary'

/** Cards and addresses, and the wallets whose money goes there: two features on one page. */
export default function BankCardPage() {
  return (
    <div className="space-y-5">
      <BankCardPanels>
        <AssetSummary />
      </BankCardPanels>
    </div>
  )
}
