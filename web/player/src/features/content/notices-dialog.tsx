import { api } from '@shared/api/player-client'
import { tickerText } from '@shared/ticker'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { useNoticesText } from './use-notices-text'

const noticesQuery = queryOptions({
  queryKey: ['notices'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { Annoucements } = await api.call('POST /v1/PubInterface/AvaiabledAnnoucement', undefined, { signal })
    return (Annoucements ?? []).map((notice) => ({
      id: notice.Id,
      title: notice.Title,
      text: tickerText(notice.TContent) || notice.TContent,
      day: notice.CreateTime.slice(0, 10),
    }))
  },
})

/**
 * Every announcement, including popped-up ones the player closed, as plain text in the operator's order.
 * Opened from the ticker, it begins with the ticker's sentences, without motion.
 */
export default function NoticesDialog({ lines = [], onClose }: { lines?: string[]; onClose: () => void }) {
  const text = useNoticesText()
  return (
    <Dialog title={text.title} onClose={onClose}>
      {lines.length > 0 ? (
        <>
          <section className="pb-6">
            <h3 className={heading}>{text.ticker}</h3>
            <ul className="list-disc space-y-2 pt-2 pl-5 marker:text-gold">
              {lines.map((line) => (
                <li key={line} className="leading-7 break-words text-soft">
                  {line}
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h3 className={heading}>{text.announcements}</h3>
            <Announcements below />
          </section>
        </>
      ) : (
        <Announcements />
      )}
    </Dialog>
  )
}

const heading = 'text-sm text-mute'

/** Under a heading of their own their titles are one step smaller. */
function Announcements({ below = false }: { below?: boolean }) {
  const text = useNoticesText()
  const notices = useQuery(noticesQuery)
  const Title = below ? 'h4' : 'h3'
  return (
    <Load
      query={notices}
      skeleton={<SkeletonRows rows={3} height="h-20" />}
      empty={{ when: (list) => list.length === 0, show: <Empty kind="messages" title={text.empty} /> }}
    >
      {(list) => (
        <ul className="divide-y divide-line">
          {list.map((notice) => (
            <li key={notice.id} className={`py-4 ${below ? '' : 'first:pt-0'}`}>
              <Title className="font-semibold text-gold-soft">{notice.title}</Title>
              {notice.day && <p className="tabular pb-1 text-xs text-mute">{notice.day}</p>}
              <p className="leading-7 break-words whitespace-pre-line text-soft">{notice.text}</p>
            </li>
          ))}
        </ul>
      )}
    </Load>
  )
}
