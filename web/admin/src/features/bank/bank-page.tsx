import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { BankLine, BankOptions, BankResult } from '../../api/wire-bank'
import {
  Alert,
  Button,
  Flex,
  Modal,
  type ProColumns,
  ProFormSelect,
  ProFormText,
  Segmented,
  Space,
  Table,
} from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { fenOf, formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { Batches } from './batches'
import { Files } from './files'
import { ImportDialog } from './import-dialog'
import { LineDrawer } from './line-drawer'
import { orderPath } from './order-path'
import { bulkMax, levelTone, lineTone, offeredOf } from './rules'

const words = text.bank
type Tab = keyof typeof words.tabs
const tabs = Object.entries(words.tabs).map(([value, label]) => ({ value: value as Tab, label }))
const idOf = (row: BankLine) => row.id

/** BankPage is where statements of our accounts are imported, their lines confirmed, and payouts made in batches. */
export default function BankPage() {
  const url = useUrlState()
  const { may } = useSession()
  const [importing, setImporting] = useState(false)
  const options = useDetail<BankOptions>('/bank/options')
  const tab: Tab = tabs.find(({ value }) => value === url.filters.show)?.value ?? 'lines'
  const above = (
    <Flex vertical gap={8}>
      <Flex gap={12} wrap justify="space-between">
        <Segmented<Tab>
          aria-label={words.title}
          options={tabs}
          value={tab}
          onChange={(next) => url.setFilters(next === 'lines' ? {} : { show: next })}
        />
        {may('bank.import') && (
          <Button type="primary" onClick={() => setImporting(true)}>
            {words.import}
          </Button>
        )}
      </Flex>
      <span className="muted">{tab === 'batches' ? text.batch.explain : words.explain}</span>
    </Flex>
  )
  return (
    <>
      {tab === 'lines' && <Lines url={url} above={above} options={options.data} />}
      {tab === 'files' && <Files url={url} above={above} options={options.data} />}
      {tab === 'batches' && <Batches url={url} above={above} />}
      {importing && options.data && <ImportDialog options={options.data} onClose={() => setImporting(false)} />}
    </>
  )
}

interface LinesProps {
  url: ReturnType<typeof useUrlState>
  above: React.ReactNode
  options: BankOptions | undefined
}

function Lines({ url, above, options }: LinesProps) {
  const { may } = useSession()
  const { setOpen } = url
  const [chosen, setChosen] = useState<BankLine[]>([])
  const [confirming, setConfirming] = useState(false)
  const columns = useMemo(() => lineColumns((row) => setOpen(row.id)), [setOpen])
  const confirms = may('deposit.confirm') || may('withdrawal.pay')
  const offered = chosen.filter((line) => offeredOf(line) !== undefined)
  const mixed = offered.some(({ incoming }) => incoming !== offered[0]?.incoming)
  const why = offered.length === 0 || offered.length > bulkMax ? words.bulkNone : mixed ? words.bulkMixed : undefined
  return (
    <>
      <ListPage<BankLine>
        title={words.title}
        name="bank-lines"
        path="/bank/lines"
        url={url}
        columns={columns}
        rowKey={idOf}
        fixed={{ show: undefined }}
        poll={30_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        above={above}
        selection={confirms ? { chosen, onChange: setChosen } : undefined}
        toolbar={
          confirms && (
            <Space wrap>
              {why !== undefined && <span className="muted small">{why}</span>}
              <Button size="small" type="primary" disabled={why !== undefined} onClick={() => setConfirming(true)}>
                {words.bulk(offered.length)}
              </Button>
            </Space>
          )
        }
        filters={[
          <ProFormSelect
            key="account"
            name="account"
            label={words.account}
            options={(options?.accounts ?? []).map(({ id, label }) => ({ value: id, label }))}
          />,
          <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <ProFormSelect key="way" name="way" label={words.way} valueEnum={words.ways} />,
          <ProFormSelect key="awaited" name="awaited" label={words.match} valueEnum={{ '1': words.awaited }} />,
          <ProFormText key="serial" name="serial" label={words.serial} />,
          <ProFormText key="order" name="order" label={words.order} />,
          <ProFormText key="min" name="min" label={words.min} fieldProps={{ inputMode: 'decimal' }} />,
          <ProFormText key="max" name="max" label={words.max} fieldProps={{ inputMode: 'decimal' }} />,
          <DaysFilter key="days" />,
        ]}
      />
      <LineDrawer id={url.open} onClose={() => setOpen(undefined)} />
      {confirming && <BulkDialog lines={offered} onDone={() => setChosen([])} onClose={() => setConfirming(false)} />}
    </>
  )
}

/** BulkDialog confirms lines that have one match each, and then shows what became of every one. */
function BulkDialog({ lines, onDone, onClose }: { lines: BankLine[]; onDone: () => void; onClose: () => void }) {
  const [results, setResults] = useState<BankResult[]>()
  const { run, running } = useAction<{ items: BankResult[] }>(words.done)
  const incoming = lines[0]?.incoming ?? true
  const fen = lines.reduce((total, line) => total + fenOf(line.amount), 0n)
  const sum = formatYuan(`${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`)
  if (results) return <Results lines={lines} results={results} onClose={onClose} />
  return (
    <ActionDialog<{ reason: string }>
      title={words.confirmTitle(lines.length)}
      okText={incoming ? words.confirm : words.confirmPay}
      quickReasons={words.quick}
      running={running}
      onSend={async ({ reason }) => {
        const items = lines.map((line) => ({ line: line.id, order: offeredOf(line)?.order ?? '', chosen: false }))
        const sent = await run(incoming ? '/bank/credit' : '/bank/pay', { items, reason })
        if (sent.ok && sent.answer) {
          onDone()
          setResults(sent.answer.items)
        }
        // The dialog stays: it shows the results next.
        return { ok: false, error: sent.error }
      }}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={words.confirmExplain(lines.length, sum)} description={words.confirmNote} />
    </ActionDialog>
  )
}

function Results({ lines, results, onClose }: { lines: BankLine[]; results: BankResult[]; onClose: () => void }) {
  const rows = results.map((result) => ({ ...result, of: lines.find(({ id }) => id === result.line) }))
  return (
    <Modal
      open
      title={words.results}
      width={760}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <Table
        size="small"
        rowKey="line"
        pagination={false}
        scroll={{ x: 'max-content', y: 420 }}
        dataSource={rows}
        columns={[
          { title: words.name, render: (_, row) => row.of?.name || '—' },
          { title: words.amount, align: 'right', render: (_, row) => <Yuan value={row.of?.amount ?? null} /> },
          { title: words.order, render: (_, row) => (row.of && offeredOf(row.of)?.order) ?? '—' },
          {
            title: words.results,
            render: (_, row) => (
              <StateTag
                label={words.result[row.status]}
                tone={row.status === 'done' ? 'success' : row.status === 'waiting' ? 'processing' : 'error'}
              />
            ),
          },
          { title: words.reason, render: (_, row) => row.problem ?? '—' },
        ]}
      />
    </Modal>
  )
}

function lineColumns(onOpen: (row: BankLine) => void): ProColumns<BankLine>[] {
  return [
    { title: words.at, key: 'at', fixed: 'left', render: (_, row) => <Time ms={row.at} /> },
    { title: words.way, key: 'way', render: (_, row) => words.ways[row.incoming ? 'in' : 'out'] },
    {
      title: words.amount,
      key: 'amount',
      align: 'right',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => onOpen(row)}>
          <Yuan value={row.amount} />
        </Button>
      ),
    },
    { title: words.name, key: 'name', render: (_, row) => row.name || '—' },
    { title: words.tail, key: 'tail', render: (_, row) => row.tail || '—' },
    { title: words.remark, key: 'remark', ellipsis: true, width: 220, render: (_, row) => row.remark || '—' },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => <StateTag label={words.states[row.state]} tone={lineTone[row.state]} />,
    },
    { title: words.match, key: 'match', render: (_, row) => <Match line={row} /> },
    { title: words.serial, key: 'serial', render: (_, row) => row.serial || words.noSerial },
    { title: words.account, key: 'account', render: (_, row) => row.label },
  ]
}

/** Match says in a word which order a line pays or may pay. */
function Match({ line }: { line: BankLine }) {
  if (line.order !== null) {
    const path = orderPath(line.order)
    return path ? <Link to={path}>{line.order}</Link> : <span className="mono">{line.order}</span>
  }
  if (line.state !== 'open') return '—'
  const offered = offeredOf(line)
  if (offered)
    return (
      <Space wrap>
        <StateTag label={words.levels[offered.level]} tone={levelTone[offered.level]} />
        <span>{offered.playerId}</span>
        <span className="muted small">{offered.why.join('，')}</span>
      </Space>
    )
  const asked = line.proposals.find(({ approvalId }) => approvalId !== null)
  if (asked) return <StateTag label={words.waiting} tone="processing" />
  if (line.proposals.length === 0) return <span className="muted">{words.noMatch}</span>
  return words.several(line.proposals.length)
}
