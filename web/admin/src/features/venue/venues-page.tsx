import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Items, Venue, VenueState } from '../../api/wire'
import { Button, Card, Flex, Form, Space, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { GmtPicker } from '../../ui/gmt-picker'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { ageText, spanText, Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { checkPeriod } from '../content/showing'
import { useSession } from '../session/session'
import { VenueDrawer } from './venue-drawer'
import { BreakerTag, VenueStateTag } from './venue-state'

const words = text.venue
const states: VenueState[] = ['open', 'maintenance', 'closed']

interface Switch {
  venue: Venue
  to: VenueState
}

export default function VenuesPage() {
  const url = useUrlState()
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
            columns={venueColumns(url.setOpen, may('venue.switch') ? setAsked : undefined)}
            dataSource={venues.data.items}
            pagination={venues.data.items.length > 50 ? { pageSize: 50 } : false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: words.empty }}
          />
        )}
      </Card>
      <VenueDrawer code={url.open} onClose={() => url.setOpen(undefined)} />
      {asked && <SwitchDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Flex>
  )
}

function venueColumns(onOpen: (code: string) => void, onSwitch?: (asked: Switch) => void): TableColumnsType<Venue> {
  return [
    {
      title: words.name,
      fixed: 'left',
      render: (_, row) => (
        <>
          <Button type="link" size="small" className="link-button" onClick={() => onOpen(row.code)}>
            {row.name}
          </Button>{' '}
          <span className="muted mono">
            {row.code} · {row.platformId}
          </span>
        </>
      ),
    },
    { title: words.category, render: (_, row) => row.category },
    { title: words.protocol, render: (_, row) => row.protocol ?? '—' },
    { title: words.state, render: (_, row) => <VenueStateTag venue={row} /> },
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
    { title: text.feed.lag, render: (_, row) => (row.lagSeconds === null ? '—' : spanText(row.lagSeconds)) },
    {
      title: text.feed.gaps,
      align: 'right',
      render: (_, row) => (row.gaps > 0 ? <strong className="loss">{row.gaps}</strong> : row.gaps),
    },
    { title: words.breaker, render: (_, row) => <BreakerTag state={row.breaker} /> },
    {
      title: words.hour,
      render: (_, row) => (row.hasAdapter ? words.callsOf(row.calls, row.callsFailed) : '—'),
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
