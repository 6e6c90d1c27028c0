import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { fenOf, formatFen } from '@shared/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast'
import { useWalletText } from './use-wallet-text'

/** Brings every venue's money back to the centre wallet; what became of each venue is told (TRF-05). */
export function useRecycle() {
  const text = useWalletText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { Data, ResultMessage } = await api.call('POST /v1/Do/OneClickRecyclingAction')
      return {
        message: ResultMessage,
        parts: (Data ?? []).map((part) => ({
          name: part.PlatformName,
          status: part.Status,
          line: text.recyclePart(
            part.PlatformName,
            formatFen(fenOf(part.Amount)),
            part.ResultMessage || (text.partState[part.Status] ?? ''),
          ),
        })),
      }
    },
    onSuccess: ({ parts, message }) => {
      const open = parts.some((part) => part.status !== 1)
      toast(open ? 'info' : 'success', open ? message || text.recycled : text.recycled)
    },
    onError: (error) => toast('error', messageOf(error) || text.recycleFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: balanceKey }),
  })
}
