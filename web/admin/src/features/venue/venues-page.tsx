import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Items, Venue, VenueState } from '../../api/wire'
import { Button, Card, Flex, Form, Space, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { GmtPicker } from '../../ui/gmt-picker'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { ageText, Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { checkPeriod } from '../content/showing'
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
            <WindowNote venue={row} />
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
                {switchesOf(row).map((to) => (
                  <Button key={to} size="small" danger={to === 'closed'} onClick={() => onSwitch({ venue: row, to })}>
                    {switchText(row, to)}
                  </Button>
                ))}
              </Space>
            ),
          },
        ]
      : []),
  ]
}

/** switchesOf is what a venue can be set to; a maintenance that is planned or runs can be changed or ended. */
function switchesOf(venue: Venue): VenueState[] {
  if (!venue.hasAdapter) return []
  return states.filter((to) => to !== venue.state || to === 'maintenance' || venue.scheduled)
}

const hasWindow = (venue: Venue) => venue.scheduled || venue.state === 'maintenance'

function switchText(venue: Venue, to: VenueState): string {
  if (to === 'maintenance' && hasWindow(venue)) return words.change
  return to === 'open' && venue.scheduled ? words.callOff : words.switchTo(words.states[to])
}

function switchTitle(venue: Venue, to: VenueState): string {
  if (to === 'maintenance' && hasWindow(venue)) return words.changeTitle(venue.name)
  return to === 'open' && venue.scheduled
    ? words.callOffTitle(venue.name)
    : words.switchTitle(venue.name, words.states[to])
}

/** WindowNote says when a maintenance begins, or when it ends. */
function WindowNote({ venue }: { venue: Venue }) {
  if (!venue.scheduled && venue.windowTo === null) return null
  return (
    <span className="small">
      {venue.scheduled && venue.windowFrom !== null && words.planned(gmtTime(venue.windowFrom).slice(0, 16))}{' '}
      {venue.windowTo !== null && words.until(gmtTime(venue.windowTo).slice(0, 16))}
    </span>
  )
}

interface Values {
  from?: number | null
  to?: number | null
  reason: string
}

function SwitchDialog({ venue, to, onClose }: Switch & { onClose: () => void }) {
  const { run, running } = useAction<Venue>(words.switchDone)
  return (
    <ActionDialog<Values>
      title={switchTitle(venue, to)}
      okText={switchText(venue, to)}
      danger={to !== 'open'}
      running={running}
      quickReasons={words.quick[to]}
      initial={to === 'maintenance' ? { from: venue.windowFrom, to: venue.windowTo } : undefined}
      onSend={({ from, to: end, reason }) =>
        run(`/venues/${venue.code}/state`, {
          state: to,
          ...(from != null && { from }),
          ...(end != null && { to: end }),
          reason,
        })
      }
      onClose={onClose}
      fields={to === 'maintenance' && <WindowFields />}
    >
      <p>{words.explain[to]}</p>
    </ActionDialog>
  )
}

function WindowFields() {
  return (
    <>
      <Form.Item name="from" label={words.windowFrom}>
        <GmtPicker none={words.atOnce} />
      </Form.Item>
      <Form.Item
        name="to"
        label={words.windowTo}
        extra={words.windowHint}
        dependencies={['from']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, end: number | null | undefined) =>
              end != null && end <= Date.now()
                ? Promise.reject(new Error(words.toPast))
                : checkPeriod(getFieldValue('from') as number | null, end),
          }),
        ]}
      >
        <GmtPicker none={words.openEnd} />
      </Form.Item>
    </>
  )
}
