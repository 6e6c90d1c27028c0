import { useState } from 'react'
import type { SettingComing } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Button, Card, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { WithPictures } from '../../ui/with-pictures'
import { useSession } from '../session/session'

const words = text.coming

/** SettingsComing lists what two people agreed to and what takes effect later; one person withdraws it. */
export function SettingsComing() {
  const list = useDetail<Items<SettingComing>>('/settings/waiting')
  const manages = useSession().may('payment.manage')
  const [withdrawn, setWithdrawn] = useState<SettingComing>()
  if (!list.data)
    return list.isPending ? (
      <LoadingRows rows={4} />
    ) : (
      <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
    )
  const columns: TableColumnsType<SettingComing> = [
    {
      title: words.what,
      render: (_, row) => (
        <>
          <strong>{row.title === row.label ? row.title : `${row.title} · ${row.label}`}</strong>
          {row.new && <StateTag label={words.fresh} tone="processing" />}
          {row.failed && <div>{words.failed(row.note)}</div>}
        </>
      ),
    },
    { title: words.at, render: (_, row) => <Time ms={row.at} /> },
    {
      title: words.lines,
      width: 420,
      render: (_, row) =>
        row.lines.length === 0
          ? words.secretOnly
          : row.lines.map((line) => (
              <div key={line.label} className="small">
                {line.label}：<WithPictures text={line.value} />
              </div>
            )),
    },
    { title: words.people, render: (_, row) => text.setting.by(row.madeBy, row.approvedBy) },
    {
      title: text.detail.actions,
      render: (_, row) =>
        manages && (
          <Button size="small" danger aria-label={words.withdrawOf(row.label)} onClick={() => setWithdrawn(row)}>
            {words.withdraw}
          </Button>
        ),
    },
  ]
  return (
    <Card size="small" title={<h2 className="section-title">{words.title}</h2>}>
      <p className="muted page-explain">{words.explain}</p>
      <Table<SettingComing>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={list.data.items}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyRows text={words.none} /> }}
      />
      {withdrawn && <WithdrawDialog change={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  )
}

function WithdrawDialog({ change, onClose }: { change: SettingComing; onClose: () => void }) {
  const { run, running } = useAction(words.done)
  return (
    <ActionDialog<{ reason: string }>
      title={words.withdrawOf(change.label)}
      okText={words.withdraw}
      danger
      running={running}
      quickReasons={words.quick}
      onSend={({ reason }) => run(`/settings/waiting/${encodeURIComponent(change.id)}/withdraw`, { reason })}
      onClose={onClose}
    >
      <p>{words.explain}</p>
    </ActionDialog>
  )
}
