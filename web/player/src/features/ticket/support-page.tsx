import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { ticketPath } from '../../ask-paths'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Link } from '../../ui/link'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { AskForm, type Subject } from './ask-form'
import { StateMark } from './state-mark'
import { ThreadPage } from './thread-page'
import { type Ticket, type TicketAbout, type TicketKind, ticketKinds, ticketsQuery } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

const abouts: TicketAbout[] = ['deposit', 'withdrawal', 'bet', 'record']

/** The subject that the address names: another page may pass an order. */
function subjectOf(query: URLSearchParams): Subject | null {
  const ask = query.get('ask')
  if (ask === null) return null
  const about = abouts.find((name) => name === query.get('about')) ?? ''
  const ref = about ? (query.get('ref') ?? '').slice(0, 120) : ''
  const kind: TicketKind | '' = ticketKinds.find((name) => name === ask) ?? ''
  return { kind, about: ref ? about : '', ref }
}

/** /Support and /Support/:id in one chunk: who opens the list opens a question next. */
export default function SupportPage() {
  return useParams()['id'] ? <ThreadPage /> : <Questions />
}

/** The player's questions with what became of them, and the form for a new one. */
function Questions() {
  const text = useTicketText()
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const list = useQuery(ticketsQuery(page))
  const subject = subjectOf(query)
  return (
    <div className="space-y-5 h5:space-y-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-xl font-semibold h5:hidden">{text.title}</h1>
          <p className="text-sm text-soft">{text.lead}</p>
        </div>
        <div className="flex gap-3">
          <Link to={paths.help} className="btn btn-line h5:min-h-11">
            {text.toHelp}
          </Link>
          {!subject && <Button onClick={() => setQuery({ ask: '' })}>{text.ask}</Button>}
        </div>
      </header>
      {subject && (
        <Panel title={text.ask}>
          <AskForm key={query.toString()} subject={subject} onClose={() => setQuery({})} />
        </Panel>
      )}
      <Panel title={text.mine}>
        <Load
          query={list}
          skeleton={<SkeletonRows rows={4} height="h-14" />}
          empty={{
            when: (data) => data.rows.length === 0,
            show: <Empty kind="messages" title={text.empty} line={text.emptyLine} />,
          }}
        >
          {(data) => (
            <>
              {data.rows.some(({ state }) => state === 'open' || state === 'reopened') && (
                <p className="px-5 pt-4 text-sm text-soft h5:px-4">{data.expected}</p>
              )}
              <ul aria-label={text.mine} className="divide-y divide-line">
                {data.rows.map((ticket) => (
                  <li key={ticket.id} className="relative">
                    <Row ticket={ticket} />
                  </li>
                ))}
              </ul>
              <Pagination
                page={page}
                pageCount={data.pages}
                total={data.total}
                onPage={(next) => setQuery({ page: String(next) })}
              />
            </>
          )}
        </Load>
      </Panel>
    </div>
  )
}

function Row({ ticket }: { ticket: Ticket }) {
  const text = useTicketText()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-4 hover:bg-raised/50 h5:px-4">
      <div className="min-w-0 flex-1">
        {/* The link covers the row; the number is copied without opening it. */}
        <Link
          to={ticketPath(ticket.id)}
          className={`block truncate after:absolute after:inset-0 ${ticket.unread > 0 ? 'font-semibold' : ''}`}
        >
          {ticket.subject}
        </Link>
        <p className="tabular pt-0.5 text-xs text-mute">
          {text.kinds[ticket.kind]} · {ticket.changed}
        </p>
        <p className="tabular relative z-1 flex w-fit items-center gap-2 pt-1 text-xs text-mute">
          {text.number} {ticket.number}
          <CopyButton value={ticket.number} label={text.number} />
        </p>
      </div>
      {ticket.unread > 0 && (
        <span className="rounded-full bg-hot px-2 text-xs leading-5 text-white">{text.newAnswers(ticket.unread)}</span>
      )}
      <StateMark state={ticket.state} />
    </div>
  )
}
