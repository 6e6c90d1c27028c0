import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { AssetSummary } from './asset-summary'
import { AutoSwitch } from './auto-switch'
import { TransferForm } from './transfer-form'
import { useWalletText } from './use-wallet-text'

export default function TransferPage() {
  const text = useWalletText()
  const balance = useQuery(balanceQuery)
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
