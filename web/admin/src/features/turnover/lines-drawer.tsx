import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Bucket, Page, TurnoverLine } from '../../api/wire'
import { Drawer, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.turnover
const size = 50

const columns: TableColumnsType<TurnoverLine> = [
  { title: text.bet.at, render: (_, row) => <Time ms={row.betAt} /> },
  { title: text.bet.venue, render: (_, row) => row.venueName },
  { title: text.bet.game, render: (_, row) => row.game },
  { title: text.bet.betId, render: (_, row) => <span className="mono">{row.betId}</span> },
  { title: text.bet.stake, align: 'right', render: (_, row) => <Yuan value={row.stake} /> },
  { title: text.bet.valid, align: 'right', render: (_, row) => <Yuan value={row.valid} /> },
  { title: words.weight, align: 'right', render: (_, row) => row.weight },
  { title: words.counted, align: 'right', render: (_, row) => <Yuan value={row.counted} strong /> },
  { title: words.why, render: (_, row) => row.reason },
]

interface LinesDrawerProps {
  playerId: string
  bucket: Bucket | undefined
  onClose: () => void
}

/** LinesDrawer explains one turnover requirement bet by bet: how much each counted, and why that much. */
export function LinesDrawer({ playerId, bucket, onClose }: LinesDrawerProps) {
  const [page, setPage] = useState(1)
  const path = `/players/${playerId}/turnover/${bucket?.id}/lines`
  const lines = useQuery({
    queryKey: [path, page],
    queryFn: ({ signal }) => get<Page<TurnoverLine>>(path, { query: { page, size }, signal }),
    enabled: bucket !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer
      open={bucket !== undefined}
      onClose={() => {
        setPage(1)
        onClose()
      }}
      size={960}
      destroyOnHidden
      title={<h2 className="drawer-title">{words.linesOf(bucket?.reference ?? '')}</h2>}
    >
      {lines.isPending ? (
        <LoadingRows />
      ) : lines.data === undefined ? (
        <LoadFailed message={lines.error?.message ?? ''} onRetry={() => lines.refetch()} />
      ) : (
        <Table<TurnoverLine>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={lines.data.items}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: words.noLines }}
          pagination={{
            current: page,
            pageSize: size,
            total: lines.data.total,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      )}
    </Drawer>
  )
}
