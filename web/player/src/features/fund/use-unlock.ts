import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { wentUnheard } from '@shared/api/quietly'
import { fenOf } from '@shared/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { type FundTasks, fundAmountKey, fundRecordsKey, fundTasksKey, type Task } from './fund-queries'
import { useFundText } from './use-fund-text'

/** Reads again everything about the fund, and the wallet that an unlock fills. */
export function useReadAgain() {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [fundAmountKey, fundTasksKey, fundRecordsKey, balanceKey]) {
      void queries.invalidateQueries({ queryKey })
    }
  }, [queries])
}

/** Unlocks what a task granted (FUND-02). One at a time, and one key a try: the client keeps it until there is an answer. */
export function useUnlock() {
  const text = useFundText()
  const queries = useQueryClient()
  const readAgain = useReadAgain()
  const sending = useRef(false)
  const unlock = useMutation({
    mutationFn: async (task: Task) => {
      const { Data, ResultMessage } = await api.call('POST /v1/Fund/FundOk', { id: task.id })
      return { message: ResultMessage, fen: fenOf(Data?.Amount) }
    },
    onSuccess: ({ message }, { id }) => {
      toast('success', message || text.unlocked)
      // At once, for the button must not be there a second time while the list is read again.
      queries.setQueryData<FundTasks>(
        fundTasksKey,
        (seen) =>
          seen && {
            ...seen,
            tasks: seen.tasks.map((task) => (task.id === id ? { ...task, state: 'unlocked' } : task)),
          },
      )
    },
    onError: (error) =>
      toast('error', error instanceof ApiError && error.unanswered ? text.unheard : messageOf(error), {
        duration: 3000,
      }),
    onSettled: () => {
      sending.current = false
      readAgain()
    },
  })
  useProcessing(unlock.isPending)

  /** A second click may come before the page has heard of the first: what was read last is asked, not what is shown. */
  const start = (task: Task) => {
    const now = queries.getQueryData<FundTasks>(fundTasksKey)?.tasks.find(({ id }) => id === task.id)
    if (sending.current || now?.state !== 'ready') return
    sending.current = true
    unlock.mutate(task)
  }
  return {
    start,
    /** The task that is being sent. */
    pendingId: unlock.isPending ? unlock.variables.id : undefined,
    /** The amount of the last unlock; it may be less than was shown. */
    done: unlock.data && { id: unlock.variables.id, fen: unlock.data.fen, ofFen: unlock.variables.amountFen },
    /** The task whose unlock got no answer. */
    unheardId: unlock.error && wentUnheard(unlock.error) ? unlock.variables.id : undefined,
  }
}
