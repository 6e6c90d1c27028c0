import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { FeedFile, FeedFileState, FeedWindow, Page } from '../../api/wire'
import { Drawer, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.feed
const size = 50
const tone: Record<FeedFileState, Tone> = { listed: 'default', read: 'success', missing: 'error' }

const columns: TableColumnsType<FeedFile> = [
  { title: words.file, render: (_, row) => <span className="mono">{row.id}</span> },
  {
    title: words.state,
    render: (_, row) => <StateTag label={words.fileStates[row.state]} tone={tone[row.state]} />,
  },
  { title: words.lines, align: 'right', render: (_, row) => (row.state === 'read' ? row.lines : '—') },
  { title: words.attempts, align: 'right', render: (_, row) => row.attempts },
  { title: words.fileListed, render: (_, row) => <Time ms={row.listedAt} /> },
  { title: words.fileRead, render: (_, row) => <Time ms={row.readAt} /> },
  { title: words.error, render: (_, row) => row.error ?? '—' },
]

interface FilesDrawerProps {
  window: FeedWindow | undefined
  onClose: () => void
}

/** FilesDrawer says of each file of a window whether it was read to its end. */
export function FilesDrawer({ window, onClose }: FilesDrawerProps) {
  const [page, setPage] = useState(1)
  const path = `/feed/windows/${window?.id}/files`
  const files = useQuery({
    queryKey: [path, page],
    queryFn: ({ signal }) => get<Page<FeedFile>>(path, { query: { page, size }, signal }),
    enabled: window !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer
      open={window !== undefined}
      onClose={() => {
        setPage(1)
        onClose()
      }}
      size={860}
      destroyOnHidden
      title={<h2 className="drawer-title">{words.filesTitle(window?.venueName ?? '')}</h2>}
    >
      <p className="muted">{words.filesHint}</p>
      {files.isPending ? (
        <LoadingRows />
      ) : files.data === undefined ? (
        <LoadFailed message={files.error?.message ?? ''} onRetry={() => files.refetch()} />
      ) : (
        <Table<FeedFile>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={files.data.items}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: words.noFiles }}
          pagination={{
            current: page,
            pageSize: size,
            total: files.data.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
        />
      )}
    </Drawer>
  )
}
