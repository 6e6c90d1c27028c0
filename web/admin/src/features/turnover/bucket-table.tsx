import { useState } from 'react'
import type { Bucket, Turnover } from '../../api/wire'
import { Button, Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { Section, StateTag, type Tone } from '../../ui/facts'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { LinesDrawer } from './lines-drawer'

const words = text.turnover

const tone: Record<Bucket['state'], Tone> = { open: 'warning', met: 'success', dropped: 'default' }

interface BucketTableProps {
  turnover: Turnover
  playerId: string
  /** Another one than 流水要求. */
  title?: string
}

/** BucketTable lists a player's turnover requirements; each opens into the bets that count towards it. */
export function BucketTable({ turnover, playerId, title = words.title }: BucketTableProps) {
  const [shown, setShown] = useState<Bucket>()
  const columns: TableColumnsType<Bucket> = [
    { title: words.source, render: (_, row) => words.sources[row.source] },
    { title: words.reference, render: (_, row) => <span className="mono">{row.reference}</span> },
    { title: words.amount, align: 'right', render: (_, row) => <Yuan value={row.amount} /> },
    { title: words.multiple, align: 'right', render: (_, row) => `${row.multiple}×` },
    { title: words.required, align: 'right', render: (_, row) => <Yuan value={row.required} /> },
    { title: words.done, align: 'right', render: (_, row) => <Yuan value={row.done} /> },
    {
      title: words.state,
      render: (_, row) => (
        <span title={row.reason ?? undefined}>
          <StateTag label={words.states[row.state]} tone={tone[row.state]} />
          {row.reason && <span className="muted small">{row.reason}</span>}
        </span>
      ),
    },
    { title: words.created, render: (_, row) => <Time ms={row.createdAt} /> },
    {
      title: text.detail.actions,
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => setShown(row)}>
          {words.lines}
        </Button>
      ),
    },
  ]
  return (
    <Section
      title={title}
      extra={
        /^-?0+\.00$/.test(turnover.outstanding) ? (
          <Tag color="success">{words.met}</Tag>
        ) : (
          <Tag color="warning">
            {words.outstanding} ¥{formatYuan(turnover.outstanding)}
          </Tag>
        )
      }
    >
      <Table<Bucket>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={turnover.buckets}
        scroll={{ x: 'max-content' }}
        pagination={turnover.buckets.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        locale={{ emptyText: words.empty }}
      />
      <LinesDrawer playerId={playerId} bucket={shown} onClose={() => setShown(undefined)} />
    </Section>
  )
}
