import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { AssetSummary } from './asset-summary'
import { AutoSwitch } from './auto-switch'
import { TransferForm } from './transfer-form'
import { useLiveBalance } from './use-live-balance'
import { useWalletText } from './use-wallet-text'

export default function TransferPage() {
  const text = useWalletText()
  const balance = useLiveBalance()
  return (
    <div className="space-y-5">
      <AssetSummary />
      <Panel title={text.transfer} aside={balance.data && <AutoSwitch on={balance.data.autoTransfer} />}>
        <Load query={balance} skeleton={<SkeletonRows rows={4} height="h-14" />}>
          {(data) => <TransferForm balance={data} />}
        </Load>
      </Panel>
    </div>
  )
}
