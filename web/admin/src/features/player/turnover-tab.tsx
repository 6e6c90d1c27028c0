import type { Player, Turnover } from '../../api/wire'
import { useDetail } from '../../ui/detail-drawer'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { BucketTable } from '../turnover/bucket-table'

export default function TurnoverTab({ player }: { player: Player }) {
  const turnover = useDetail<Turnover>(`/players/${player.id}/turnover`)
  if (turnover.isPending) return <LoadingRows />
  if (turnover.data === undefined) {
    return <LoadFailed message={turnover.error?.message ?? ''} onRetry={() => turnover.refetch()} />
  }
  return <BucketTable turnover={turnover.data} playerId={player.id} />
}
