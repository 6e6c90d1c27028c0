import { api } from '@shared/api/player-client'
import { tickerText } from '@shared/ticker'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { useMineText } from './use-mine-text'

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

/** Every announcement there is, the newest as the house orders them, as plain text. */
export default function NoticesSheet({ onClose }: { onClose: () => void }) {
  const text = useMineText()
  const notices = useQuery(noticesQuery)
  return (
    <Dialog title={text.noticesTitle} onClose={onClose}>
      <Load
        query={notices}
        skeleton={<SkeletonRows rows={3} height="h-20" />}
        empty={{ when: (list) => list.length === 0, show: <Empty title={text.noticesEmpty} /> }}
      >
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((notice) => (
              <li key={notice.id} className="py-4 first:pt-0">
                <h3 className="font-semibold text-gold-soft">{notice.title}</h3>
                {notice.day && <p className="tabular pb-1 text-xs text-mute">{notice.day}</p>}
                <p className="leading-7 break-words whitespace-pre-line text-soft">{notice.text}</p>
              </li>
            ))}
          </ul>
        )}
      </Load>
    </Dialog>
  )
}
