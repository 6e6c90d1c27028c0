import { gmtTime } from '@shared/clock'
import { Link } from 'react-router'
import type { FeedWindow, VenueDetail } from '../../api/wire'
import { Alert, Space, Table } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { spanText, Time } from '../../ui/time'
import { useSession } from '../session/session'
import { VenueGames } from './venue-games'
import { Keys } from './venue-keys'
import { BreakerTag, VenueStateTag } from './venue-state'

const words = text.venue

/** VenueDrawer shows one venue with its contract, its calls, its feed and its failures. */
export function VenueDrawer({ code, onClose }: { code: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  return (
    <DetailDrawer<VenueDetail>
      title={words.detail}
      path={code && `/venues/${encodeURIComponent(code)}`}
      onClose={onClose}
    >
      {(venue) => (
        <>
          <Head venue={venue} />
          <Contract venue={venue} />
          <Keys venue={venue} />
          {venue.traffic && <Traffic traffic={venue.traffic} failures={venue.failures} />}
          {venue.contract && <Refusals refusals={venue.refusals} />}
          {venue.contract && <Feed venue={venue} />}
          {venue.contract && may('content.view') && <VenueGames venue={venue} />}
        </>
      )}
    </DetailDrawer>
  )
}

function Head({ venue }: { venue: VenueDetail }) {
  return (
    <Facts
      facts={[
        [words.name, `${venue.name} · ${venue.code} · ${venue.platformId}`],
        [words.category, venue.category],
        [words.state, <VenueStateTag key="state" venue={venue} />],
        [words.window, windowText(venue)],
        [words.playersMoney, <Yuan key="money" value={venue.playersMoney} strong />],
        [words.stuck, <Stuck key="stuck" venue={venue} />],
      ]}
    />
  )
}

function windowText({ windowFrom, windowTo, scheduled, state }: VenueDetail): string {
  if (!scheduled && state !== 'maintenance') return words.noWindow
  const from = windowFrom === null ? words.atOnce : gmtTime(windowFrom).slice(0, 16)
  return `${from} – ${windowTo === null ? words.openEnd : gmtTime(windowTo).slice(0, 16)}`
}

function Stuck({ venue }: { venue: VenueDetail }) {
  const { may } = useSession()
  if (venue.stuck === 0) return <>0</>
  return (
    <Space>
      <strong className="loss">{venue.stuck}</strong>
      {may('transfer.view') && <Link to={paths.transfersStuck(venue.code)}>{words.toTransfers}</Link>}
    </Space>
  )
}

function Contract({ venue: { contract } }: { venue: VenueDetail }) {
  return (
    <Section title={words.contract}>
      {contract === null ? (
        <Alert type="info" showIcon title={words.noContract} />
      ) : (
        <>
          <Facts
            facts={[
              [words.protocol, `${contract.protocol} · ${words.keysSet}`],
              [words.host, contract.host],
              [words.timeout, words.seconds(contract.timeoutSeconds)],
              [
                words.maxTransfer,
                contract.maxTransfer === null ? words.noLimit : <Yuan key="limit" value={contract.maxTransfer} />,
              ],
              [words.wholeYuan, contract.wholeYuan ? words.yes : words.no],
              [words.noQuery, contract.noQuery ? words.no : words.yes],
              [words.feedGap, contract.feedGapSeconds > 0 && words.seconds(contract.feedGapSeconds)],
              [
                words.perSecond,
                contract.callsPerSecond > 0 ? words.perSecondOf(contract.callsPerSecond) : words.noLimit,
              ],
              [words.gameList, contract.gameList ? words.yes : words.no],
              contract.noSides !== '' && [words.noSides, contract.noSides],
              [words.seamless, contract.seamless ? words.wallets.seamless : words.wallets.own],
            ]}
          />
          <p className="muted small">{words.contractHint}</p>
        </>
      )}
    </Section>
  )
}

type TrafficProps = { traffic: NonNullable<VenueDetail['traffic']>; failures: VenueDetail['failures'] }

function Traffic({ traffic, failures }: TrafficProps) {
  return (
    <Section title={words.traffic}>
      <Facts
        facts={[
          [words.breaker, <BreakerTag key="breaker" state={traffic.breaker} />],
          [words.failing, words.times(traffic.failing)],
          [words.hour, words.callsOf(traffic.calls, traffic.failed)],
          [words.latency, traffic.calls > 0 && words.latencyOf(traffic.averageMs, traffic.slowestMs)],
          [words.lastCall, <Time key="last" ms={traffic.lastAt} />],
          [words.lastGood, <Time key="good" ms={traffic.lastGoodAt} />],
          [words.underWay, words.underWayOf(traffic.underWay, traffic.atOnce)],
        ]}
      />
      <p className="muted small">{words.trafficHint}</p>
      <h4>{words.failures}</h4>
      <Table
        size="small"
        rowKey={(row) => `${row.at} ${failures.indexOf(row)}`}
        dataSource={failures}
        pagination={false}
        locale={{ emptyText: words.noFailures }}
        columns={[
          { title: words.at, render: (_, row) => <Time ms={row.at} /> },
          {
            title: words.kind,
            render: (_, row) => (row.kind === 'status' ? words.statusOf(row.status) : words.kinds[row.kind]),
          },
        ]}
      />
    </Section>
  )
}

function Refusals({ refusals }: { refusals: VenueDetail['refusals'] }) {
  return (
    <Section title={words.refusals}>
      <Table
        size="small"
        rowKey="reason"
        dataSource={refusals}
        pagination={false}
        locale={{ emptyText: words.noRefusals }}
        columns={[
          {
            title: words.reason,
            render: (_, { reason }) => {
              const said = words.reasons[reason]
              return reason === 'float' || reason === 'setup' ? <strong className="loss">{said}</strong> : said
            },
          },
          { title: words.count, align: 'right', render: (_, row) => row.count },
          { title: words.lastAt, render: (_, row) => <Time ms={row.lastAt} /> },
        ]}
      />
      <p className="muted small">{words.refusalsHint}</p>
    </Section>
  )
}

function Feed({ venue: { code, feed, windows } }: { venue: VenueDetail }) {
  const { may } = useSession()
  if (feed === null) {
    return (
      <Section title={words.feed}>
        <span className="muted">{words.noFeed}</span>
      </Section>
    )
  }
  return (
    <Section title={words.feed} extra={may('feed.view') && <Link to={paths.feedOf(code)}>{words.toFeed}</Link>}>
      <Facts
        facts={[
          [text.feed.cursor, <Time key="cursor" ms={feed.cursor} />],
          [text.feed.lag, feed.lagSeconds !== null && spanText(feed.lagSeconds)],
          [text.feed.gaps, feed.gaps],
          [text.feed.findings, feed.findings],
          [text.feed.lastPulled, <Time key="pulled" ms={feed.lastPulledAt} />],
          [text.feed.lines24h, feed.lines24h.toLocaleString('zh-CN')],
        ]}
      />
      {windows.length > 0 && (
        <Table<FeedWindow>
          size="small"
          rowKey="id"
          dataSource={windows}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: text.feed.from, render: (_, row) => <Time ms={row.from} /> },
            { title: text.feed.to, render: (_, row) => <Time ms={row.to} /> },
            { title: text.feed.attempts, align: 'right', render: (_, row) => row.attempts },
            { title: text.feed.pulled, render: (_, row) => <Time ms={row.pulledAt} /> },
            { title: text.feed.error, render: (_, row) => row.error ?? '—' },
          ]}
        />
      )}
    </Section>
  )
}
