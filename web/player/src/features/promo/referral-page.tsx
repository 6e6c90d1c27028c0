import { formatShortFen } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { DataList } from '../../ui/data-list'
import { Money } from '../../ui/money'
import { needed } from '../../ui/needed'
import { Optional } from '../../ui/optional'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, Skeleton, SkeletonRows } from '../../ui/states'
import { referralQuery, useReferralText } from './referral-queries'

const InvitePoster = lazy(() => import('./invite-poster'))
const InviteQr = needed(() => import('./invite-qr'), { waiting: <Skeleton className="size-35" />, small: true })

/** A player's invitations: the link with its code to scan, friends by state, and what they brought (PROMO-08). */
export default function ReferralPage() {
  const text = useReferralText()
  const [page, setPage] = useState(1)
  const referrals = useQuery(referralQuery(page))
  const { PlayerName } = useLogin()
  const address = `${window.location.origin}/#${paths.register}?invitePeopleId=${encodeURIComponent(PlayerName)}`
  const [poster, setPoster] = useState(false)
  const { data } = referrals
  const reward = data?.open ? text.offer(formatShortFen(data.depositFen), formatShortFen(data.amountFen)) : ''
  return (
    <div className="space-y-5">
      <Panel title={text.title}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-8 p-6 h5:grid-cols-1 h5:gap-5 h5:p-4">
          <div className="min-w-0 space-y-5">
            <p className="min-h-6 text-soft">{data && (reward || text.closed)}</p>
            <div>
              <p className="pb-1.5 text-sm text-mute">{text.link}</p>
              <div className="flex items-center gap-2 rounded-lg bg-deep pr-2 pl-3">
                <span className="min-w-0 flex-1 truncate py-3 text-sm">{address}</span>
                {'share' in navigator && (
                  <Button
                    look="line"
                    size="small"
                    onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
                  >
                    {text.share}
                  </Button>
                )}
                <CopyButton value={address} label={text.link} />
              </div>
            </div>
            <dl className="grid grid-cols-3 gap-3">
              {[
                [text.invited, data && text.people(data.invited)],
                [text.rewarded, data && text.people(data.rewarded)],
                [text.earned, data && <Money key="earned" fen={data.earnedFen} />],
              ].map(([label, value]) => (
                <div key={String(label)} className="rounded-lg bg-deep px-4 py-3 h5:px-3">
                  <dt className="text-xs text-mute">{label}</dt>
                  <dd className="tabular min-h-7 pt-0.5 text-lg font-semibold text-gold-soft h5:text-base">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <figure className="flex flex-col items-center gap-2 h5:order-last">
            <div className="rounded-lg bg-white p-3">
              <InviteQr address={address} label={text.qr} />
            </div>
            <figcaption className="text-xs text-mute">{text.qrLine}</figcaption>
            <Button look="line" size="small" className="w-full h5:min-h-11" onClick={() => setPoster(true)}>
              {text.poster}
            </Button>
          </figure>
        </div>
      </Panel>
      {poster && (
        <Optional>
          <InvitePoster
            address={address}
            player={PlayerName}
            offer={text.posterOffer}
            onClose={() => setPoster(false)}
          />
        </Optional>
      )}
      <Panel title={text.friends}>
        <p className="px-5 pt-4 text-sm text-mute h5:px-4">{text.friendsLine}</p>
        <Load
          query={referrals}
          skeleton={<SkeletonRows rows={4} />}
          empty={{ when: (all) => all.invited === 0, show: <Empty title={text.empty} line={text.emptyLine} /> }}
        >
          {(all) => (
            <>
              <div className="pt-4">
                <DataList
                  label={text.friends}
                  rows={all.friends}
                  rowKey={(friend) => `${friend.name} ${friend.time}`}
                  columns={[
                    { title: text.friend, heading: true, cell: (friend) => friend.name },
                    {
                      title: text.registeredAt,
                      wide: true,
                      cell: (friend) => <span className="tabular">{friend.time}</span>,
                    },
                    {
                      title: text.until,
                      wide: true,
                      cell: (friend) => <span className="tabular">{friend.until.slice(0, 10)}</span>,
                    },
                    { title: text.state, cell: (friend) => text.states[friend.state] },
                    {
                      title: text.reward,
                      align: 'right',
                      cell: (friend) => (friend.fen > 0 ? <Money fen={friend.fen} className="font-semibold" /> : '-'),
                    },
                  ]}
                />
              </div>
              <Pagination page={page} pageCount={all.pages} total={all.invited} onPage={setPage} />
            </>
          )}
        </Load>
      </Panel>
    </div>
  )
}
