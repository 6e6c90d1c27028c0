import { api } from '@shared/api/player-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { type Ticket, ticketsKey } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

const scores = [1, 2, 3, 4, 5]

/** How satisfied the player is, once. */
export function RateForm({ ticket }: { ticket: Ticket }) {
  const text = useTicketText()
  const queries = useQueryClient()
  const [score, setScore] = useState(0)
  const [comment, setComment] = useState('')
  const rate = useMutation({
    mutationFn: () =>
      api.call('POST /v1/Do/TicketRateAction', {
        id: ticket.id,
        score,
        ...(comment.trim() ? { comment: comment.trim() } : {}),
      }),
    onSuccess: (answer) => {
      toast('success', answer.ResultMessage)
      void queries.invalidateQueries({ queryKey: ticketsKey })
    },
    onError: (error) => toast('error', error.message),
  })
  if (ticket.score > 0) {
    return <p className="border-t border-line px-5 py-4 text-sm text-soft h5:px-4">{text.rated(ticket.score)}</p>
  }
  return (
    <section aria-label={text.rateTitle} className="border-t border-line px-5 py-4 h5:px-4">
      <p className="pb-2 font-semibold">{text.rateTitle}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look */}
      <div role="group" aria-label={text.rateTitle} className="flex gap-1">
        {scores.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === score}
            aria-label={text.stars(value)}
            onClick={() => setScore(value)}
            className={`grid size-11 place-items-center text-2xl ${value <= score ? 'text-gold' : 'text-mute hover:text-gold-soft'}`}
          >
            <span aria-hidden="true">★</span>
          </button>
        ))}
      </div>
      {score > 0 && (
        <>
          <TextField
            label={text.comment}
            value={comment}
            maxLength={200}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button look="line" busy={rate.isPending} onClick={() => rate.mutate()}>
            {text.rate}
          </Button>
        </>
      )}
    </section>
  )
}
