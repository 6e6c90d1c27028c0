import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Gate, GateDoor, GatePast, ReconRun } from '../../api/wire'
import { Alert, Button, Card, Flex, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { useVenueName } from '../venue/venue-filter'

const words = text.gate

interface Asked {
  door: GateDoor
  to: 'close' | 'open'
}

/** GatePage shows which ways of money are closed; one person closes, two open. */
export default function GatePage() {
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const gate = useQuery({
    queryKey: ['/gate'],
    queryFn: ({ signal }) => get<Gate>('/gate', { signal }),
    refetchInterval: 10_000,
  })
  const venueName = useVenueName()
  const named = (door: GateDoor) => ({ ...door, name: doorName(door, venueName) })
  const unopened = gate.data?.doors.some((door) => door.closed?.cause === 'opening')
  const restored = gate.data?.doors.some((door) => door.closed?.cause === 'restore')
  return (
    <Flex vertical gap={12}>
      <h1 className="page-title">{words.title}</h1>
      <span className="muted">{words.explain}</span>
      {restored && <Restored compares={may('recon.run')} />}
      {unopened && (
        <Alert
          type="info"
          showIcon
          title={words.unopened}
          action={may('payment.view') && <Link to={paths.opening}>{words.checks}</Link>}
        />
      )}
      <Card size="small">
        {gate.isPending ? (
          <LoadingRows />
        ) : gate.data === undefined ? (
          <LoadFailed message={gate.error?.message ?? ''} onRetry={() => gate.refetch()} />
        ) : (
          <Table<GateDoor>
            size="small"
            rowKey="door"
            columns={doorColumns(setAsked, may('gate.close'), may('gate.open'))}
            dataSource={gate.data.doors.map(named)}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        )}
      </Card>
      <Card size="small" title={<h2 className="section-title">{words.past}</h2>}>
        <Table<GatePast>
          size="small"
          rowKey={(row) => `${row.name}${row.since}`}
          columns={pastColumns}
          dataSource={gate.data?.past ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: words.empty }}
        />
      </Card>
      {asked && <DoorDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Flex>
  )
}

/** A venue's door is told by the venue's name, where that is known. */
function doorName({ door, name }: GateDoor, venueName: (code: string) => string | undefined): string {
  const called = door.startsWith('venue:') && venueName(door.slice('venue:'.length))
  return called ? `${text.venue.title} ${called}` : name
}

/** Restored says what to do after a restore, in order. */
function Restored({ compares }: { compares: boolean }) {
  const { run, running } = useAction<ReconRun>(words.compareDone)
  return (
    <Alert
      type="warning"
      showIcon
      title={words.restored}
      action={
        <Flex gap={8} align="center">
          <Link to={paths.reconcile}>{words.findings}</Link>
          {compares && (
            <Button size="small" type="primary" loading={running} onClick={() => void run('/gate/compare')}>
              {words.compare}
            </Button>
          )}
        </Flex>
      }
    />
  )
}

function doorColumns(onAsk: (asked: Asked) => void, mayClose: boolean, mayOpen: boolean): TableColumnsType<GateDoor> {
  return [
    {
      title: words.door,
      render: (_, row) => (
        <>
          {row.name} <span className="muted mono">{row.door}</span>
        </>
      ),
    },
    {
      title: words.state,
      render: (_, row) => (
        <StateTag label={row.closed ? words.closed : words.open} tone={row.closed ? 'error' : 'success'} />
      ),
    },
    {
      title: words.why,
      render: (_, { closed }) =>
        closed === null ? (
          '—'
        ) : (
          <Flex vertical>
            <span>
              {closed.causeText}：{closed.reason}
            </span>
            {closed.knownUntil !== null && (
              <span className="muted small">
                {words.knownUntil} <Time ms={closed.knownUntil} />
              </span>
            )}
            {closed.notReady !== null && <span className="loss small">{words.notReady(closed.notReady)}</span>}
          </Flex>
        ),
    },
    { title: words.by, render: (_, row) => row.closed?.by ?? '—' },
    { title: words.since, render: (_, row) => (row.closed ? <Time ms={row.closed.since} /> : '—') },
    {
      title: text.detail.actions,
      fixed: 'right',
      render: (_, row) =>
        row.closed === null
          ? mayClose && (
              <Button size="small" danger onClick={() => onAsk({ door: row, to: 'close' })}>
                {words.close}
              </Button>
            )
          : mayOpen && (
              <Button
                size="small"
                disabled={row.closed.approvalId !== null || row.closed.notReady !== null}
                onClick={() => onAsk({ door: row, to: 'open' })}
              >
                {row.closed.approvalId === null ? words.reopen : words.waiting}
              </Button>
            ),
    },
  ]
}

const pastColumns: TableColumnsType<GatePast> = [
  { title: words.door, render: (_, row) => row.name },
  { title: words.why, render: (_, row) => `${row.causeText}：${row.reason}` },
  { title: words.by, render: (_, row) => row.by },
  { title: words.since, render: (_, row) => <Time ms={row.since} /> },
  { title: words.openedAt, render: (_, row) => <Time ms={row.openedAt} /> },
  { title: words.openedBy, render: (_, row) => row.openedBy },
  { title: words.openReason, render: (_, row) => row.openReason },
]

function DoorDialog({ door, to, onClose }: Asked & { onClose: () => void }) {
  const closing = to === 'close'
  const { run, running } = useAction(closing ? words.closeDone : words.reopenDone)
  return (
    <ActionDialog<{ reason: string }>
      title={closing ? words.closeTitle(door.name) : words.reopenTitle(door.name)}
      okText={closing ? words.close : words.reopen}
      danger={closing}
      running={running}
      quickReasons={closing ? words.quickClose : undefined}
      onSend={({ reason }) => run(closing ? '/gate/close' : '/gate/open', { door: door.door, reason })}
      onClose={onClose}
    >
      <p>{closing ? words.closeExplain : words.reopenExplain}</p>
    </ActionDialog>
  )
}
