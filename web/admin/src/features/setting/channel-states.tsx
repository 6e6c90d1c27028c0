import { useState } from 'react'
import type { ChannelEnded, ChannelState } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Button, Card, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.channels
const tones = { on: 'success', off: 'error', half: 'processing' } as const

/** ChannelStates is how each channel works: how many of its orders were paid, and whether it was switched off by itself. */
export function ChannelStates() {
  const list = useDetail<Items<ChannelState>>('/channels')
  const manages = useSession().may('payment.manage')
  const [tried, setTried] = useState<ChannelState>()
  if (!list.data)
    return list.isPending ? (
      <LoadingRows rows={6} />
    ) : (
      <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
    )
  const columns: TableColumnsType<ChannelState> = [
    {
      title: words.name,
      render: (_, row) => (
        <>
          <strong>{row.name}</strong>
          <div className="muted small mono">{row.gateway === '' ? row.key : `${row.key} · ${row.gateway}`}</div>
        </>
      ),
    },
    { title: words.state, render: (_, row) => <State channel={row} /> },
    { title: words.day, render: (_, row) => <Ended of={row.day} /> },
    { title: words.week, render: (_, row) => <Ended of={row.week} /> },
    {
      title: text.detail.actions,
      render: (_, row) =>
        manages &&
        row.state !== 'on' && (
          <Button size="small" aria-label={words.resumeOf(row.name)} onClick={() => setTried(row)}>
            {words.resume}
          </Button>
        ),
    },
  ]
  return (
    <Card size="small" title={<h2 className="section-title">{words.title}</h2>}>
      <p className="muted page-explain">{words.explain}</p>
      <Table<ChannelState>
        size="small"
        rowKey="key"
        columns={columns}
        dataSource={list.data.items}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyRows text={words.none} /> }}
      />
      {tried && <TryDialog channel={tried} onClose={() => setTried(undefined)} />}
    </Card>
  )
}

function State({ channel }: { channel: ChannelState }) {
  if (!channel.on) return <StateTag label={words.disabled} tone="default" />
  return (
    <>
      <StateTag label={words.states[channel.state]} tone={tones[channel.state]} />
      {channel.state !== 'on' && <div className="small">{channel.found}</div>}
      {channel.state === 'off' && (
        <div className="muted small">
          {channel.resumeAt === null ? (
            words.byPerson
          ) : (
            <>
              {words.resumeAt} <Time ms={channel.resumeAt} />
            </>
          )}
        </div>
      )}
    </>
  )
}

function Ended({ of }: { of: ChannelEnded }) {
  if (of.percent === null) return <span className="muted">{words.noOrders}</span>
  return (
    <>
      <strong>{of.percent}%</strong>
      <div className="muted small">{words.counts(of.paid, of.unpaid, of.failed)}</div>
    </>
  )
}

function TryDialog({ channel, onClose }: { channel: ChannelState; onClose: () => void }) {
  const { run, running } = useAction(words.done)
  return (
    <ActionDialog<{ reason: string }>
      title={words.resumeOf(channel.name)}
      okText={words.resume}
      running={running}
      quickReasons={words.quick}
      onSend={({ reason }) => run(`/channels/${encodeURIComponent(channel.key)}/resume`, { reason })}
      onClose={onClose}
    >
      <p>{words.resumeExplain}</p>
    </ActionDialog>
  )
}
