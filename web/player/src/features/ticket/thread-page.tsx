import { onEvent } from '@shared/api/live-events'
import { api } from '@shared/api/player-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { idsOf, PictureInput, type Upload } from './picture-input'
import { RateForm } from './rate-form'
import { StateMark } from './state-mark'
import { TextArea } from './text-area'
import { TicketPicture } from './ticket-picture'
import { shownRef, type Ticket, type TicketText, threadKey, threadQuery, ticketsKey } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

/** /Support/:id: one question with its thread. An answer appears while the page is open. */
export function ThreadPage() {
  const text = useTicketText()
  const { id = '' } = useParams()
  const thread = useQuery(threadQuery(id))
  const queries = useQueryClient()
  // A text on the screen is no longer unread.
  const unread = thread.data?.ticket.unread ?? 0
  useEffect(() => {
    if (unread > 0) void queries.invalidateQueries({ queryKey: ['inbox'] })
  }, [unread, queries])
  useEffect(() => onEvent('inbox', () => void queries.invalidateQueries({ queryKey: threadKey(id) })), [id, queries])
  return (
    <div className="space-y-4">
      <Link
        to={paths.support}
        className="inline-flex min-h-9 items-center text-sm text-soft hover:text-gold h5:min-h-11"
      >
        ‹ {text.back}
      </Link>
      <Load query={thread} skeleton={<SkeletonRows rows={4} height="h-20" />}>
        {({ ticket, texts, expected }) => (
          <Panel>
            <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4 h5:px-4">
              <div className="min-w-0">
                <h1 className="font-semibold break-words">{ticket.subject}</h1>
                <p className="tabular pt-1 text-xs text-mute">
                  {text.kinds[ticket.kind]} · {ticket.opened}
                </p>
                <p className="tabular flex flex-wrap items-center gap-x-2 pt-1 text-xs text-mute">
                  {text.number} {ticket.number}
                  <CopyButton value={ticket.number} label={text.number} />
                </p>
                {ticket.about && (
                  <p className="pt-1 text-xs break-all text-mute">
                    {text.about(ticket.about, shownRef(ticket.about, ticket.ref))}
                  </p>
                )}
              </div>
              <StateMark state={ticket.state} />
            </header>
            <ol aria-label={text.thread} className="space-y-4 px-5 py-5 h5:px-4">
              {texts.map((one) => (
                <li key={one.id}>
                  <Bubble one={one} />
                </li>
              ))}
            </ol>
            {expected && <p className="px-5 pb-4 text-sm text-soft h5:px-4">{expected}</p>}
            {ticket.state === 'solved' && <RateForm ticket={ticket} />}
            <ReplyForm ticket={ticket} />
          </Panel>
        )}
      </Load>
    </div>
  )
}

function Bubble({ one }: { one: TicketText }) {
  const text = useTicketText()
  return (
    <article className={`flex flex-col ${one.mine ? 'items-end' : 'items-start'}`}>
      <p className="tabular pb-1 text-xs text-mute">
        {one.mine ? text.you : text.staff} · {one.time}
      </p>
      <div
        className={`max-w-[85%] rounded-2xl px-4 py-3 ${one.mine ? 'rounded-tr-sm bg-gold/12' : 'rounded-tl-sm bg-raised'}`}
      >
        <p data-own-words className="leading-7 break-words whitespace-pre-wrap">
          {one.text}
        </p>
        {one.pictures.length > 0 && (
          <div className="flex flex-wrap gap-2 pt-3">
            {one.pictures.map((id, index) => (
              <TicketPicture key={id} id={id} place={index + 1} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

function ReplyForm({ ticket }: { ticket: Ticket }) {
  const words = useTicketText()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [uploads, setUploads] = useState<Upload[]>([])
  const [tried, setTried] = useState(false)
  const send = useMutation({
    mutationFn: () =>
      api.call('POST /v1/Do/TicketReplyAction', {
        id: ticket.id,
        text: text.trim(),
        ...(uploads.length > 0 ? { pictures: idsOf(uploads) } : {}),
      }),
    onSuccess: () => {
      setText('')
      setUploads([])
      setTried(false)
      void queries.invalidateQueries({ queryKey: ticketsKey })
    },
    onError: (error) => toast('error', error.message),
  })
  const length = [...text.trim()].length
  const wrong = length < 2 ? words.textShort : length > 2000 ? words.textLong : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!wrong) send.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="border-t border-line px-5 pt-4 pb-5 h5:px-4">
      <TextArea
        label={words.reply}
        value={text}
        rows={3}
        maxLength={4000}
        error={tried ? wrong : undefined}
        hint={ticket.state === 'solved' ? words.reopenHint : words.never}
        onChange={(event) => setText(event.target.value)}
      />
      <PictureInput uploads={uploads} onChange={setUploads} />
      <Button type="submit" busy={send.isPending}>
        {words.send}
      </Button>
    </form>
  )
}
