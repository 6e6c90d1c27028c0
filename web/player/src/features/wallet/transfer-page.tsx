import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { HelpLink } from '../help/help-link'
import { AssetSummary } from './asset-summary'
import { AutoSwitch } from './auto-switch'
import { LaunchMoneyForm } from './launch-money-form'
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
      <Panel title={text.launch.title} aside={<HelpLink topic="transfer" />}>
        <Load query={balance} skeleton={<SkeletonRows rows={3} height="h-14" />}>
          {(data) => (
            <div className="max-w-2xl px-5 py-5 h5:p-4">
              {data.launch.brings === 'unasked' && <p className="pb-3 text-sm text-soft">{text.launch.unasked}</p>}
              <LaunchMoneyForm
                // The switch above sets the choice too.
                key={`${data.launch.brings} ${data.launch.amountFen}`}
                launch={data.launch}
                centreFen={data.centreFen}
                submit={text.launch.save}
                onSaved={() => toast('success', text.launch.saved)}
              />
            </div>
          )}
        </Load>
      </Panel>
    </div>
  )
}
