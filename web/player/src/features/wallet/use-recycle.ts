import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import type { Wire } from '@shared/api/wire'
import { fenOf, formatFen } from '@shared/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { useWalletText } from './use-wallet-text'

type Parts = Wire['RecyclePart'][] | null | undefined

/**
 * Brings every venue's money back to the centre wallet; what became of each venue is told (TRF-05). One that nobody
 * asked for is `quiet`: it says nothing where there was nothing to bring.
 */
export function useRecycle({ quiet = false } = {}) {
  const text = useWalletText()
  const queries = useQueryClient()
  const told = (parts: Parts) =>
    (parts ?? []).map((part) => ({
      name: part.PlatformName,
      status: part.Status,
      fen: fenOf(part.Amount),
      state:
        fenOf(part.Amount) > 0
          ? text.recyclePart(text.partState[part.Status] ?? '', formatFen(fenOf(part.Amount)))
          : '',
      note: part.ResultMessage,
    }))
  const recycle = useMutation({
    mutationFn: async () => {
      const { Data, ResultMessage } = await api.call('POST /v1/Do/OneClickRecyclingAction')
      return { message: ResultMessage, parts: told(Data) }
    },
    onSuccess: ({ parts, message }) => {
      const home = parts.reduce((sum, { status, fen }) => sum + (status === 1 ? fen : 0), 0)
      if (quiet && parts.every(({ fen }) => fen === 0)) return
      const pending = parts.some(({ status }) => status === 0)
      const done = home > 0 ? text.recycledSum(formatFen(home), quiet) : text.recycled
      toast(parts.every(({ status }) => status === 1) ? 'success' : 'info', pending ? message || done : done)
    },
    onError: (error) => toast('error', messageOf(error) || text.recycleFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: balanceKey }),
  })
  useProcessing(recycle.isPending)
  // A refusal tells venue by venue too: some of the money may have come home, and why the rest did not must be said.
  const refused = recycle.error instanceof ApiError ? (recycle.error.body as { Data?: Parts } | undefined) : undefined
  return { ...recycle, parts: recycle.data?.parts ?? told(refused?.Data) }
}
