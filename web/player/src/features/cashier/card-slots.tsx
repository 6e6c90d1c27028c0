import { api } from '@shared/api/player-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { paths } from '../../paths'
import { groupsOfFour } from '../../ui/group-digits'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { Load, Skeleton } from '../../ui/states'
import { toast } from '../../ui/toast'
import { CardFace } from './card-face'
import { useCashierText } from './use-cashier-text'
import { type Card, cardsKey, cardsQuery, termsQuery } from './withdraw-queries'

const RemoveDialog = lazy(() => import('./remove-dialog'))

const grid = 'grid grid-cols-3 gap-4 p-5 h5:grid-cols-1 h5:gap-3 h5:p-4'

/** The place of one card and of the way to add another. */
export function CardSkeleton() {
  return (
    <div className={grid}>
      {['sk-1', 'sk-2', 'sk-3'].map((key) => (
        <Skeleton key={key} className="h-36 h5:nth-2:h-20 h5:nth-3:hidden" />
      ))}
    </div>
  )
}

/**
 * The bank cards of the player, and while more are allowed a place that leads to the binding page (CARD-01, WD-02). The
 * operator sets how many cards are allowed. Where that cannot be read, the place stays, and the server decides.
 */
export function CardSlots() {
  const text = useCashierText()
  const queries = useQueryClient()
  // The page around asked too. A second try on mounting would bring its skeleton back, and so this part again.
  const cards = useQuery({ ...cardsQuery, retryOnMount: false })
  const terms = useQuery({ ...termsQuery, retryOnMount: false })
  const [removing, setRemoving] = useState<Card>()
  const choose = useMutation({
    mutationFn: (id: number) => api.call('POST /v1/Do/SetBankItemDefaultAction', { id }),
    onSuccess: () => toast('success', text.setDone),
    onError: () => toast('error', text.setFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: cardsKey }),
  })
  return (
    <>
      <Load query={cards} skeleton={<CardSkeleton />}>
        {(list) => (
          <div className={grid}>
            {list.map((card) => (
              <CardFace
                key={card.id}
                card={card}
                chosen={choose.isPending ? card.id === choose.variables : card.isDefault}
                onPick={() => !card.isDefault && !choose.isPending && choose.mutate(card.id)}
                onRemove={() => setRemoving(card)}
              />
            ))}
            {terms.isPending ? (
              <Skeleton className="h-36 h5:h-20" />
            ) : list.length < (terms.data?.maxCards ?? Number.POSITIVE_INFINITY) ? (
              <Link
                to={paths.bindCard}
                className="grid h-36 place-content-center justify-items-center gap-1 rounded-xl border border-dashed border-line text-soft hover:border-gold hover:text-gold h5:h-20"
              >
                <span aria-hidden="true" className="text-3xl leading-none">
                  +
                </span>
                {text.addCard}
              </Link>
            ) : null}
          </div>
        )}
      </Load>
      {removing && (
        <Optional>
          <RemoveDialog
            title={text.removeCard}
            subject={`${removing.bank} ${groupsOfFour(removing.number)}`}
            listKey={cardsKey}
            send={(password) => api.call('POST /v1/Do/RemoveBankItemAction', { id: removing.id, password })}
            onClose={() => setRemoving(undefined)}
          />
        </Optional>
      )}
    </>
  )
}
