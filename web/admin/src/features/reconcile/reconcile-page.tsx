import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { get } from '../../api/client'
import type { FindingState, Page, ReconFinding, ReconRun } from '../../api/wire'
import {
  Button,
  Card,
  Flex,
  Form,
  Input,
  type ProColumns,
  ProFormSelect,
  ProFormText,
  Space,
  Table,
  type TableColumnsType,
} from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { ExportButtons } from '../../ui/export-buttons'
import { StateTag, type Tone } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { Waiting } from '../../ui/waiting'
import { useSession } from '../session/session'

const words = text.reconcile
const idOf = (row: ReconFinding) => row.id
const tone: Record<FindingState, Tone> = { open: 'error', settled: 'success', cleared: 'default' }
const runTone: Record<ReconRun['state'], Tone> = { running: 'processing', done: 'success', error: 'error' }

/** ReconcilePage lists what differs between the house and its companies, until two people have settled it. */
export default function ReconcilePage() {
  const url = useUrlState()
  const { may } = useSession()
  const [asked, setAsked] = useState<ReconFinding>()
  const [lost, setLost] = useState<ReconFinding>()
  const settles = may('recon.settle')
  const columns = useMemo(
    () => findingColumns(settles ? { onSettle: setAsked, onRebuild: setLost } : undefined),
    [settles],
  )
  const { state } = url.filters
  // Without a filter in the address the page shows what waits, oldest first.
  const fixed = useMemo(
    () => (state === undefined ? { state: 'open' } : state === 'all' ? { state: undefined } : undefined),
    [state],
  )
  return (
    <>
      <ListPage<ReconFinding>
        title={words.title}
        name="reconcile"
        path="/reconcile/findings"
        url={url}
        fixed={fixed}
        columns={columns}
        rowKey={idOf}
        poll={30_000}
        empty={state ? words.empty : words.emptyOpen}
        above={<Runs runs={may('recon.run')} />}
        filters={[
          <ProFormSelect
            key="state"
            name="state"
            label={words.state}
            valueEnum={{ ...words.states, all: words.all }}
            placeholder={words.states.open}
          />,
          <ProFormText key="channel" name="channel" label={words.channel} />,
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="subject" name="subject" label={words.subject} />,
        ]}
      />
      {asked && <SettleDialog finding={asked} onClose={() => setAsked(undefined)} />}
      {lost && <RebuildDialog finding={lost} onClose={() => setLost(undefined)} />}
    </>
  )
}

const unaskedShown = 3
// A run names no more of them.
const unaskedMost = 50

const runColumns: TableColumnsType<ReconRun> = [
  { title: words.startedAt, render: (_, row) => <Time ms={row.startedAt} /> },
  { title: words.cause, render: (_, row) => `${words.causes[row.cause]} · ${row.by}` },
  {
    title: words.runState,
    render: (_, row) => <StateTag label={words.runStates[row.state]} tone={runTone[row.state]} />,
  },
  {
    title: words.looked,
    render: (_, row) => words.lookedText(row.looked.deposits ?? 0, row.looked.transfers ?? 0, row.looked.balances ?? 0),
  },
  { title: words.opened, align: 'right', render: (_, row) => <Alarming n={row.opened} /> },
  { title: words.waiting, align: 'right', render: (_, row) => row.waiting },
  {
    title: words.unasked,
    render: (_, row) => row.error ?? unaskedText(row.unasked),
  },
]

/** unaskedText names the first of those that did not answer, and counts the rest. */
function unaskedText(unasked: string[]): string {
  if (unasked.length === 0) return '—'
  const first = unasked.slice(0, unaskedShown).join('、')
  const more = unasked.length - unaskedShown
  if (more <= 0) return first
  return unasked.length < unaskedMost ? words.unaskedMore(first, more) : words.unaskedLeast(first, more)
}

function Alarming({ n }: { n: number }) {
  return n > 0 ? <strong className="loss">{n}</strong> : <>0</>
}

/** Runs shows the last comparisons and begins another. */
function Runs({ runs }: { runs: boolean }) {
  const { run, running } = useAction<ReconRun>(words.runDone)
  const last = useQuery({
    queryKey: ['/reconcile/runs'],
    queryFn: ({ signal }) => get<Page<ReconRun>>('/reconcile/runs', { query: { page: 1, size: 5 }, signal }),
    refetchInterval: 15_000,
  })
  return (
    <Card
      size="small"
      title={<h2 className="section-title">{words.runs}</h2>}
      extra={
        <Space wrap>
          <ExportButtons name="recon-runs" query={{}} />
          {runs && (
            <Button size="small" loading={running} onClick={() => void run('/reconcile/run', { days: 2 })}>
              {words.run}
            </Button>
          )}
        </Space>
      }
    >
      {last.isPending ? (
        <LoadingRows rows={3} />
      ) : last.data === undefined ? (
        <LoadFailed message={last.error?.message ?? ''} onRetry={() => last.refetch()} />
      ) : (
        <Table<ReconRun>
          size="small"
          rowKey="id"
          columns={runColumns}
          dataSource={last.data.items}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: text.list.nothing }}
        />
      )}
    </Card>
  )
}

interface Acts {
  onSettle: (finding: ReconFinding) => void
  onRebuild: (finding: ReconFinding) => void
}

/** What two people may book as the company has it, after a restore lost it. */
const rebuildable = new Set(['gateway.unknown', 'venue.balance'])

function findingColumns(acts?: Acts): ProColumns<ReconFinding>[] {
  return [
    { title: words.firstSeen, key: 'firstSeen', render: (_, row) => <Time ms={row.firstSeen} /> },
    {
      title: text.time.waits,
      key: 'waits',
      render: (_, row) => (row.state === 'open' ? <Waiting since={row.firstSeen} queue="finding" /> : '—'),
    },
    {
      title: words.kind,
      key: 'kind',
      render: (_, row) => (
        <>
          {row.title}
          <div className="muted small mono">{row.subject}</div>
        </>
      ),
    },
    { title: words.channel, key: 'channel', render: (_, row) => row.channel },
    { title: words.player, key: 'player', render: (_, row) => row.player ?? '—' },
    {
      title: words.what,
      key: 'what',
      render: (_, row) => (
        <Flex vertical className="finding-what">
          <span>{row.what}</span>
          <span className="muted small">{words.look(row.look)}</span>
        </Flex>
      ),
    },
    { title: words.difference, key: 'difference', align: 'right', render: (_, row) => <Yuan value={row.difference} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <>
          <StateTag label={words.states[row.state]} tone={tone[row.state]} />
          {row.note !== null && (
            <div className="muted small">
              {row.settledBy}：{row.note}
            </div>
          )}
        </>
      ),
    },
    ...(acts
      ? [
          {
            title: text.detail.actions,
            key: 'actions',
            fixed: 'right' as const,
            width: 140,
            render: (_: unknown, row: ReconFinding) =>
              row.state === 'open' && (
                <Flex gap={8}>
                  <Button size="small" disabled={row.approvalId !== null} onClick={() => acts.onSettle(row)}>
                    {row.approvalId === null ? words.settle : words.asked}
                  </Button>
                  {row.approvalId === null && rebuildable.has(row.kind) && (
                    <Button size="small" onClick={() => acts.onRebuild(row)}>
                      {text.gate.rebuild}
                    </Button>
                  )}
                </Flex>
              ),
          },
        ]
      : []),
  ]
}

function SettleDialog({ finding, onClose }: { finding: ReconFinding; onClose: () => void }) {
  const { run, running } = useAction(words.settled)
  return (
    <ActionDialog<{ reason: string }>
      title={words.settleTitle(finding.title)}
      okText={words.settle}
      running={running}
      onSend={({ reason }) => run(`/reconcile/findings/${finding.id}/settle`, { reason })}
      onClose={onClose}
    >
      <p>{finding.what}</p>
      <p className="muted">{words.settleExplain}</p>
    </ActionDialog>
  )
}

/** RebuildDialog asks whose a payment was; a balance at a venue says so itself. */
function RebuildDialog({ finding, onClose }: { finding: ReconFinding; onClose: () => void }) {
  const { run, running } = useAction(text.gate.rebuildDone)
  const payment = finding.kind === 'gateway.unknown'
  return (
    <ActionDialog<{ reason: string; player?: string }>
      title={text.gate.rebuildTitle(finding.title)}
      okText={text.gate.rebuild}
      running={running}
      fields={
        payment && (
          <Form.Item
            name="player"
            label={text.gate.rebuildPlayer}
            rules={[{ required: true, message: text.gate.rebuildPlayerEmpty }]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        )
      }
      onSend={({ reason, player }) =>
        run(`/reconcile/findings/${finding.id}/rebuild`, payment ? { player, reason } : { reason })
      }
      onClose={onClose}
    >
      <p>{finding.what}</p>
      <p className="muted">{text.gate.rebuildExplain}</p>
    </ActionDialog>
  )
}
