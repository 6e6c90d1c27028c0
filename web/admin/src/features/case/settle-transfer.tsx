import type { TransferDetail } from '../../api/wire'
import { useDetail } from '../../ui/detail-drawer'
import { SettleDialog } from '../transfer/transfer-drawer'

/** SettleTransfer is the transfer page's own dialog, opened from a case: it needs the whole transfer. */
export function SettleTransfer({ id, onClose }: { id: string; onClose: () => void }) {
  const transfer = useDetail<TransferDetail>(`/transfers/${id}`)
  return transfer.data ? <SettleDialog transfer={transfer.data} onClose={onClose} /> : null
}
