import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Items, Venue, VenueState } from '../../api/wire'
import { Button, Card, Flex, Space, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { ageText, Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { venueTone } from './tone'

const words = text.venue
const states: VenueState[] = ['open', 'maintenance', 'closed']

interface Switch {
  venue: Venue
  to: VenueState
}

export default function VenuesPage() {
  const { may } = useSession()
  const [asked, setAsked] = useState<Switch>()
  const venues = useQuery({
    queryKey: ['/venues'],
    queryFn: ({ signal }) => get<Items<Venue>>('/venues', { signal }),
    refetchInterval: 15_000,
  })
  return (
    <Flex vertical gap={12}>
      <h1 className="page-title">{words.title}</h1>
      <Card size="small">
        {venues.isPending ? (
          <LoadingRows />
        ) : venues.data === undefined ? (
          <LoadFailed message={venues.error?.message ?? ''} onRetry={() => venues.refetch()} />
        ) : (
          <Table<Venue>
            size="small"
            rowKey="code"
            columns={venueColumns(may('venue.switch') ? setAsked : undefined)}
            dataSource={venues.data.items}
            pagination={venues.data.items.length > 50 ? { pageSize: 50 } : false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: words.empty }}
          />
        )}
      </Card>
      {asked && <SwitchDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Flex>
  )
}

function venueColumns(onSwitch?: (asked: Switch) => void): TableColumnsType<Venue> {
  return [
    {
      title: words.name,
      fixed: 'left',
      render: (_, row) => (
        <>
          {row.name}{' '}
          <span className="muted mono">
            {row.code} · {row.platformId}
          </span>
        </>
      ),
    },
    { title: words.category, render: (_, row) => row.category },
    {
      title: words.state,
      render: (_, row) =>
        // Nobody can play where nothing is connected, whatever state it waits in.
        row.hasAdapter ? (
          <Space size={4}>
            {row.shut === null ? (
              <StateTag label={words.states[row.state]} tone={venueTone[row.state]} />
            ) : (
              <Link to={paths.gate}>
                <StateTag label={words.shut(row.shut)} tone="error" />
              </Link>
            )}
            <span className="muted small">{row.reason}</span>
          </Space>
        ) : (
          <StateTag label={words.noAdapter} tone="default" />
        ),
    },
    {
      title: words.changed,
      render: (_, row) =>
        row.changedAt === null ? (
          '—'
        ) : (
          <>
            <Time ms={row.changedAt} /> {row.changedBy}
          </>
        ),
    },
    { title: words.playersMoney, align: 'right', render: (_, row) => <Yuan value={row.playersMoney} /> },
    {
      title: words.lastFeed,
      render: (_, row) => (row.lastFeedAt === null ? '—' : text.time.ago(ageText(row.lastFeedAt))),
    },
    {
      title: words.stuck,
      align: 'right',
      render: (_, row) => (row.stuck > 0 ? <strong className="loss">{row.stuck}</strong> : 0),
    },
    ...(onSwitch
      ? [
          {
            title: text.detail.actions,
            fixed: 'right' as const,
            render: (_: unknown, row: Venue) => (
              <Space>
                {states
                  .filter((to) => row.hasAdapter && to !== row.state)
                  .map((to) => (
                    <Button key={to} size="small" danger={to === 'closed'} onClick={() => onSwitch({ venue: row, to })}>
                      {words.switchTo(words.states[to])}
                    </Button>
                  ))}
              </Space>
            ),
          },
        ]
      : []),
  ]
}

function SwitchDialog({ venue, to, onClose }: Switch & { onClose: () => void }) {
  const { run, running } = useAction<Venue>(words.switchDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.switchTitle(venue.name, words.states[to])}
      okText={words.switchTo(words.states[to])}
      danger={to !== 'open'}
      running={running}
      quickReasons={words.quick[to]}
      onSend={({ reason }) => run(`/venues/${venue.code}/state`, { state: to, reason })}
      onClose={onClose}
    >
      <p>{words.explain[to]}</p>
    </ActionDialog>
  )
}
