import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { get } from '../../api/client'
import type { FeedStatus, FeedWindow, Items, WindowState } from '../../api/wire'
import { Button, Card, type ProColumns, ProFormSelect, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { spanText, Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { VenueFilter } from '../venue/venue-filter'
import { FilesDrawer } from './files-drawer'

const words = text.feed
const idOf = (row: FeedWindow) => row.id
const tone: Record<WindowState, Tone> = { waiting: 'default', complete: 'success', gap: 'error' }

export default function FeedPage() {
  const url = useUrlState()
  const { may } = useSession()
  const pulls = may('feed.pull')
  const [files, setFiles] = useState<FeedWindow>()
  const columns = useMemo(() => windowColumns(pulls, setFiles), [pulls])
  return (
    <>
      <ListPage<FeedWindow>
        title={words.title}
        name="feed"
        path="/feed/windows"
        url={url}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        empty={words.empty}
        above={<FeedSummary />}
        filters={[
          <VenueFilter key="venue" />,
          <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <DaysFilter key="days" />,
        ]}
      />
      <FilesDrawer window={files} onClose={() => setFiles(undefined)} />
    </>
  )
}

const statusColumns: TableColumnsType<FeedStatus> = [
  {
    title: words.venue,
    render: (_, row) => (
      <>
        {row.venueName} <span className="muted mono">{row.venue}</span>
      </>
    ),
  },
  { title: words.cursor, render: (_, row) => <Time ms={row.cursor} /> },
  { title: words.lag, render: (_, row) => (row.lagSeconds === null ? '—' : spanText(row.lagSeconds)) },
  {
    title: words.gaps,
    align: 'right',
    render: (_, row) => (row.gaps > 0 ? <strong className="loss">{row.gaps}</strong> : 0),
  },
  {
    title: words.findings,
    align: 'right',
    render: (_, row) => (row.findings > 0 ? <strong className="loss">{row.findings}</strong> : 0),
  },
  { title: words.lastPulled, render: (_, row) => <Time ms={row.lastPulledAt} /> },
  { title: words.lines24h, align: 'right', render: (_, row) => row.lines24h.toLocaleString('zh-CN') },
]

/** FeedSummary says up to when the bets of each venue are known to be complete. */
function FeedSummary() {
  const feed = useQuery({
    queryKey: ['/feed'],
    queryFn: ({ signal }) => get<Items<FeedStatus>>('/feed', { signal }),
    refetchInterval: 15_000,
  })
  return (
    <Card size="small" title={<h2 className="section-title">{words.summary}</h2>}>
      {feed.isPending ? (
        <LoadingRows rows={3} />
      ) : feed.data === undefined ? (
        <LoadFailed message={feed.error?.message ?? ''} onRetry={() => feed.refetch()} />
      ) : (
        <Table<FeedStatus>
          size="small"
          rowKey="venue"
          columns={statusColumns}
          dataSource={feed.data.items}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: text.list.nothing }}
        />
      )}
    </Card>
  )
}

function windowColumns(pulls: boolean, showFiles: (window: FeedWindow) => void): ProColumns<FeedWindow>[] {
  return [
    { title: words.venue, key: 'venue', render: (_, row) => row.venueName },
    { title: words.from, key: 'from', render: (_, row) => <Time ms={row.from} /> },
    { title: words.to, key: 'to', render: (_, row) => <Time ms={row.to} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => <StateTag label={words.states[row.state]} tone={tone[row.state]} />,
    },
    { title: words.pages, key: 'pages', align: 'right', render: (_, row) => row.pages },
    {
      title: words.files,
      key: 'files',
      render: (_, row) =>
        row.files === 0 ? (
          '—'
        ) : (
          <Button size="small" type="link" danger={row.filesMissing > 0} onClick={() => showFiles(row)}>
            {words.filesOf(row.files, row.filesMissing)}
          </Button>
        ),
    },
    { title: words.lines, key: 'lines', align: 'right', render: (_, row) => row.lines },
    { title: words.attempts, key: 'attempts', align: 'right', render: (_, row) => row.attempts },
    { title: words.pulled, key: 'pulled', render: (_, row) => <Time ms={row.pulledAt} /> },
    { title: words.made, key: 'made', render: (_, row) => <Time ms={row.madeAt} /> },
    { title: words.error, key: 'error', render: (_, row) => row.error ?? '—' },
    ...(pulls
      ? [
          {
            title: text.detail.actions,
            key: 'actions',
            fixed: 'right' as const,
            width: 100,
            render: (_: unknown, row: FeedWindow) => <Pull window={row} />,
          },
        ]
      : []),
  ]
}

function Pull({ window }: { window: FeedWindow }) {
  const { run, running } = useAction<FeedWindow>(words.pullDone)
  return (
    <Button
      size="small"
      loading={running}
      disabled={window.state === 'waiting'}
      onClick={() => void run(`/feed/windows/${window.id}/pull`)}
    >
      {words.pull}
    </Button>
  )
}
