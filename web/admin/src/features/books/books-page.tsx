import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Check, Page, Run, RunState } from '../../api/wire'
import {
  Alert,
  Button,
  Card,
  CheckCircleFilled,
  CloseCircleFilled,
  Flex,
  Space,
  Table,
  type TableColumnsType,
} from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { StateTag, type Tone } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.books
const runTone: Record<RunState, Tone> = { running: 'processing', passed: 'success', failed: 'error', error: 'error' }
const alertType = { running: 'info', passed: 'success', failed: 'error', error: 'warning' } as const

export default function BooksPage() {
  const { may } = useSession()
  const { run, running: starting } = useAction<Run>(words.runDone)
  const books = useQuery({
    queryKey: ['/books'],
    queryFn: ({ signal }) => get<{ running: Run | null; last: Run | null }>('/books', { signal }),
    refetchInterval: (query) => (query.state.data?.running ? 1000 : 30_000),
  })
  const busy = books.data?.running != null
  return (
    <Flex vertical gap={12}>
      <div className="section-head">
        <h1 className="page-title">{words.title}</h1>
        {may('books.verify') && (
          <Button type="primary" loading={starting || busy} onClick={() => void run('/books/verify')}>
            {busy ? words.running : words.run}
          </Button>
        )}
      </div>
      <span className="muted">{words.explain}</span>
      {books.isPending ? (
        <LoadingRows />
      ) : books.data === undefined ? (
        <LoadFailed message={books.error?.message ?? ''} onRetry={() => books.refetch()} />
      ) : books.data.last ? (
        <RunResult run={books.data.last} />
      ) : (
        <Alert type="info" showIcon title={busy ? words.running : words.never} />
      )}
      <Runs refreshOn={books.data?.last?.id} />
    </Flex>
  )
}

const checkColumns: TableColumnsType<Check> = [
  { title: words.check, render: (_, row) => row.title },
  { title: words.rows, align: 'right', render: (_, row) => row.rows.toLocaleString('zh-CN') },
  {
    title: words.result,
    render: (_, row) =>
      row.passed ? (
        <span className="gain">
          <CheckCircleFilled /> {words.pass}
        </span>
      ) : (
        <span className="loss">
          <CloseCircleFilled /> {words.fail}
        </span>
      ),
  },
  {
    title: words.broken,
    render: (_, row) =>
      row.broken ? (
        <span className="loss mono">{words.brokenText(row.broken.table, row.broken.id, row.broken.text)}</span>
      ) : (
        <span className="muted">—</span>
      ),
  },
]

/** RunResult says whether the books hold and, if not, names the first broken row of each failed check. */
function RunResult({ run }: { run: Run }) {
  const broken = run.checks.find((check) => check.broken)?.broken
  return (
    <Card size="small">
      <Flex vertical gap={12}>
        <Alert
          type={alertType[run.state]}
          showIcon
          title={words[run.state]}
          description={
            run.state === 'error'
              ? run.error
              : broken
                ? words.brokenText(broken.table, broken.id, broken.text)
                : undefined
          }
        />
        <Space size="large" wrap>
          <span>
            {words.started} <Time ms={run.startedAt} />
          </span>
          {run.finishedAt !== null && (
            <span>
              {words.took} {words.ms(run.finishedAt - run.startedAt)}
            </span>
          )}
          <span>
            {words.by} {run.by}
          </span>
          {run.counts && (
            <span className="muted">
              {words.countsText(run.counts.accounts, run.counts.transactions, run.counts.postings)}
            </span>
          )}
        </Space>
        <Table<Check> size="small" rowKey="name" columns={checkColumns} dataSource={run.checks} pagination={false} />
      </Flex>
    </Card>
  )
}

const runColumns: TableColumnsType<Run> = [
  { title: words.started, render: (_, row) => <Time ms={row.startedAt} /> },
  { title: words.result, render: (_, row) => <StateTag label={words.states[row.state]} tone={runTone[row.state]} /> },
  { title: words.took, render: (_, row) => (row.finishedAt === null ? '—' : words.ms(row.finishedAt - row.startedAt)) },
  { title: words.by, render: (_, row) => row.by },
  {
    title: words.counts,
    render: (_, row) =>
      row.counts && words.countsText(row.counts.accounts, row.counts.transactions, row.counts.postings),
  },
]

function Runs({ refreshOn }: { refreshOn?: string }) {
  const [page, setPage] = useState(1)
  const runs = useQuery({
    queryKey: ['/books/runs', page, refreshOn],
    queryFn: ({ signal }) => get<Page<Run>>('/books/runs', { query: { page, size: 20 }, signal }),
  })
  return (
    <Card
      size="small"
      title={<h2 className="section-title">{words.history}</h2>}
      extra={<ExportButtons name="book-runs" query={{}} />}
    >
      {runs.isError ? (
        <LoadFailed message={runs.error.message} onRetry={() => runs.refetch()} />
      ) : (
        <Table<Run>
          size="small"
          rowKey="id"
          loading={runs.isPending}
          columns={runColumns}
          dataSource={runs.data?.items}
          expandable={{
            expandedRowRender: (row) => (
              <Table<Check>
                size="small"
                rowKey="name"
                columns={checkColumns}
                dataSource={row.checks}
                pagination={false}
              />
            ),
          }}
          locale={{ emptyText: words.never }}
          pagination={{
            current: page,
            pageSize: 20,
            total: runs.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      )}
    </Card>
  )
}
