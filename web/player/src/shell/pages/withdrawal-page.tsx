import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { WithdrawPanel } from '../../features/cashier/withdraw-panel'
import { AssetSummary } from '../../features/wallet/asset-summary'
import { needed } from '../../ui/needed'
import { SkeletonRows } from '../../ui/states'

const WithdrawalList = needed(() => import('../../features/cashier/withdrawal-list'), {
  waiting: <SkeletonRows rows={3} height="h-16" />,
})

/** The wallets above, the withdrawal below: two features on one page (WD-01, WD-02). */
export default function WithdrawalPage() {
  const { data } = useQuery(balanceQuery)
  return (
    <div className="space-y-5">
      <AssetSummary />
      <WithdrawPanel availableFen={data?.centreFen ?? 0} />
      <WithdrawalList />
    </div>
  )
}
