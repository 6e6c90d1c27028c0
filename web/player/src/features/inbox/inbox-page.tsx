import { api } from '@shared/api/player-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { siteForm } from '../../ui/site-form'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { askAbout, inboxKey, type Message, messagePath, messagesQuery, numberOf } from './inbox-queries'
import { useInboxText } from './use-inbox-text'

const PushSwitch = lazy(() => import('../push/push-switch'))
const NoticesDialog = lazy(() => import('../content/notices-dialog'))

/** /Inbox: the messages of the site to this player, newest first. Each leads to what it is about. */
export default function InboxPage() {
  const text = useInboxText()
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const list = useQuery(messagesQuery(page))
  const queries = useQueryClient()
  const [notices, setNotices] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: inboxKey })
  const readAll = useMutation({
    mutationFn: () => api.call('POST /v1/Do/InboxReadAllAction'),
    onSuccess: refresh,
    onError: (error) => toast('error', error.message),
  })
  const readOne = useMutation({
    mutationFn: (id: string) => api.call('POST /v1/Do/InboxReadAction', { id }),
    onSuccess: refresh,
    onError: () => {},
  })
  const unread = list.data?.unread ?? 0
  return (
    <Panel
      title={text.title}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Button look="plain" size="small" onClick={() => setNotices(true)}>
            {text.notices}
          </Button>
          <Button
            look="line"
            size="small"
            busy={readAll.isPending}
            disabled={unread === 0}
            onClick={() => readAll.mutate()}
          >
            {text.readAll}
          </Button>
        </div>
      }
    >
      <Load
        query={list}
        skeleton={<SkeletonRows rows={6} height="h-16" />}
        empty={{
          when: (data) => data.rows.length === 0,
          show: <Empty kind="messages" title={text.empty} line={text.emptyLine} />,
        }}
      >
        {(data) => (
          <>
            <ul aria-label={text.title} className="divide-y divide-line">
              {data.rows.map((message) => (
                <li key={message.id}>
                  <Row message={message} onRead={() => readOne.mutate(message.id)} />
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              pageCount={data.pages}
              total={data.total}
              onPage={(next) => setQuery({ page: String(next) })}
            />
            <p className="px-5 pb-5 text-center text-xs text-mute">{text.kept}</p>
          </>
        )}
      </Load>
      {siteForm() === 'h5' && (
        <Optional>
          <PushSwitch />
        </Optional>
      )}
      {notices && (
        <Optional>
          <NoticesDialog onClose={() => setNotices(false)} />
        </Optional>
      )}
    </Panel>
  )
}

/** A message is read by opening what it is about, or, where it leads nowhere, by a click on it. */
function Row({ message, onRead }: { message: Message; onRead: () => void }) {
  const text = useInboxText()
  const path = messagePath(message)
  const number = numberOf(message)
  const open = () => !message.read && onRead()
  const body = (
    <>
      <span className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className={`mt-2 size-2 shrink-0 rounded-full ${message.read ? 'bg-transparent' : 'bg-hot'}`}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <span className={`min-w-0 break-words ${message.read ? 'text-soft' : 'font-semibold text-text'}`}>
              {!message.read && <span className="sr-only">{text.newOne} </span>}
              {message.title}
            </span>
            <span className="rounded bg-raised px-1.5 text-xs leading-5 text-mute">{text.kinds[message.kind]}</span>
            <span className="tabular ml-auto text-xs whitespace-nowrap text-mute h5:ml-0 h5:w-full">
              {message.time}
            </span>
          </span>
          <span className="block pt-1 text-sm leading-6 break-words text-soft">{message.text}</span>
          {number && <span className="tabular block text-xs break-all text-mute">{text.number(number)}</span>}
          {path && message.about && <span className="block pt-1 text-sm text-gold">{text.open[message.about]} ›</span>}
        </span>
      </span>
    </>
  )
  const ask = askAbout(message)
  const look = `block w-full px-5 pt-4 text-left hover:bg-raised/50 h5:px-4 ${ask ? 'pb-1' : 'pb-4'}`
  return (
    <>
      {path ? (
        <Link to={path} onClick={open} className={look}>
          {body}
        </Link>
      ) : (
        <button type="button" onClick={open} className={look}>
          {body}
        </button>
      )}
      {ask && (
        <Link
          to={ask}
          onClick={open}
          className="mb-2 ml-10 inline-flex min-h-8 items-center text-sm text-soft hover:text-gold h5:ml-9 h5:min-h-11"
        >
          {text.ask}
        </Link>
      )}
    </>
  )
}
