import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { wentUnheard } from '@shared/api/quietly'
import { fenOf } from '@shared/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { awardsKey, type Claim, claimsKey } from './claim-queries'
import { useClaimText } from './use-promo-text'

/** Reads again what a claim changes: the promotions' states, the awards, and the wallet that it fills. */
export function useReadClaimsAgain() {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [claimsKey, awardsKey, balanceKey]) void queries.invalidateQueries({ queryKey })
  }, [queries])
}

export interface Claimed {
  id: number
  fen: number
  /** The contents of each drawn packet. */
  packetsFen: number[]
  /** The server's sentence: the money is in the wallet, or a person reviews it first. */
  message: string
}

/** Claims a promotion. One at a time, and one key a try: the client keeps it until there is an answer. */
export function useClaim() {
  const text = useClaimText()
  const queries = useQueryClient()
  const readAgain = useReadClaimsAgain()
  const sending = useRef(false)
  const [claimedHere, setClaimedHere] = useState<readonly number[]>([])
  const claim = useMutation({
    mutationFn: async ({ id }: Claim) => {
      const { Data, ResultMessage } = await api.call('POST /v1/Do/PromotionClaimAction', { id })
      return { message: ResultMessage, fen: fenOf(Data?.Amount), packetsFen: (Data?.Packets ?? []).map(fenOf) }
    },
    onSuccess: ({ message }, { id, draws }) => {
      // Packets have a dialog of their own, which says all of this.
      if (draws === 0) toast('success', message || text.claimed)
      setClaimedHere((ids) => [...ids, id])
      // At once, for the button must not be there a second time while the list is read again. The word for the state
      // comes with that: an award may go to a person first.
      queries.setQueryData<Claim[]>(claimsKey, (seen) =>
        seen?.map((one) => (one.id === id ? { ...one, state: 'claimed', stateText: '' } : one)),
      )
    },
    onError: (error, { draws }) => {
      if (draws > 0) return
      toast('error', error instanceof ApiError && error.unanswered ? text.unheard : messageOf(error), {
        duration: 3000,
      })
    },
    onSettled: () => {
      sending.current = false
      readAgain()
    },
  })
  useProcessing(claim.isPending && claim.variables.draws === 0)

  /** A second click may come before the page has heard of the first: what was read last is asked, not what is shown. */
  const start = (wanted: Claim) => {
    const now = queries.getQueryData<Claim[]>(claimsKey)?.find(({ id }) => id === wanted.id)
    if (sending.current || now?.state !== 'claimable') return
    sending.current = true
    claim.mutate(wanted)
  }
  return {
    start,
    /** The promotion that is being claimed. */
    pendingId: claim.isPending ? claim.variables.id : undefined,
    done: claim.data && ({ id: claim.variables.id, ...claim.data } satisfies Claimed),
    /** Everything that was claimed since the page was opened. */
    claimedHere,
    /** The promotion whose claim got no answer. */
    unheardId: claim.error && wentUnheard(claim.error) ? claim.variables.id : undefined,
    /** The server's sentence for the last refused try. */
    refusal:
      claim.error && !wentUnheard(claim.error)
        ? { id: claim.variables.id, message: messageOf(claim.error) }
        : undefined,
  }
}

export type Claiming = ReturnType<typeof useClaim>
