import { onEvent } from '@shared/api/live-events'
import { useLogin } from '@shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { inboxKey, unreadQuery } from './inbox-queries'
import { useInboxText } from './use-inbox-text'

/** The way to the messages, with how many are unread. It hears of a new one by the event stream, or at its next poll. */
export function InboxBell({ className = '' }: { className?: string }) {
  const text = useInboxText()
  const { Ticket } = useLogin()
  const queries = useQueryClient()
  // On phones the bell is on some pages only, and a message may have come on another: it asks whenever it appears.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: Ticket !== '', refetchOnMount: 'always' })
  useEffect(() => {
    if (!Ticket) return
    return onEvent('inbox', () => void queries.invalidateQueries({ queryKey: inboxKey }))
  }, [Ticket, queries])
  const shown = unread > 99 ? text.many : unread > 0 ? String(unread) : ''
  return (
    <Link
      to={paths.inbox}
      aria-label={text.bell(shown)}
      className={`relative grid shrink-0 place-items-center text-soft ${className}`}
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15L6 17Zm4 4h4M12 5V3" />
      </svg>
      {shown && (
        <span
          aria-hidden="true"
          className="tabular absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-hot px-1 text-[0.6875rem] leading-none font-semibold text-white"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
