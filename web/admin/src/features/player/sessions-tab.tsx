import { useState } from 'react'
import type { Items, Outcome, Player, PlayerSession } from '../../api/wire'
import { Button, Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { Section } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.session

/** 'all' ends every session of the player. */
type Asked = PlayerSession | 'all'

export default function SessionsTab({ player }: { player: Player }) {
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const sessions = useDetail<Items<PlayerSession>>(`/players/${player.id}/sessions`)
  if (sessions.isPending) return <LoadingRows />
  if (sessions.data === undefined) {
    return <LoadFailed message={sessions.error?.message ?? ''} onRetry={() => sessions.refetch()} />
  }
  const kicks = may('player.kick')
  const live = sessions.data.items.some((session) => session.endedAt === null)
  return (
    <Section
      title={text.player.tabs.sessions}
      extra={
        kicks &&
        live && (
          <Button size="small" danger onClick={() => setAsked('all')}>
            {words.kickAll}
          </Button>
        )
      }
    >
      <Table<PlayerSession>
        size="small"
        rowKey="id"
        columns={sessionColumns(kicks ? setAsked : undefined)}
        dataSource={sessions.data.items}
        pagination={sessions.data.items.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: words.empty }}
      />
      {asked && <KickDialog player={player} asked={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

function sessionColumns(onKick?: (session: PlayerSession) => void): TableColumnsType<PlayerSession> {
  return [
    { title: words.created, render: (_, row) => <Time ms={row.createdAt} /> },
    { title: words.lastSeen, render: (_, row) => <Time ms={row.lastSeenAt} /> },
    { title: words.ip, render: (_, row) => row.ip },
    { title: words.device, render: (_, row) => row.device },
    { title: words.expires, render: (_, row) => <Time ms={row.expiresAt} /> },
    {
      title: words.ended,
      render: (_, row) =>
        row.endedAt === null ? (
          <>
            <Tag color="success">{words.live}</Tag>
            {row.remembered && <Tag>{words.remembered}</Tag>}
          </>
        ) : (
          <>
            <Time ms={row.endedAt} /> <span className="muted small">{row.endReason}</span>
          </>
        ),
    },
    {
      title: text.detail.actions,
      render: (_, row) =>
        onKick &&
        row.endedAt === null && (
          <Button size="small" danger onClick={() => onKick(row)}>
            {words.kick}
          </Button>
        ),
    },
  ]
}

function KickDialog({ player, asked, onClose }: { player: Player; asked: Asked; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.kickDone)
  const path = asked === 'all' ? `/players/${player.id}/kick` : `/players/${player.id}/sessions/${asked.id}/kick`
  return (
    <ActionDialog<{ reason: string }>
      title={words.kickTitle}
      okText={asked === 'all' ? words.kickAll : words.kick}
      danger
      running={running}
      quickReasons={words.quickKick}
      onSend={(values) => run(path, values)}
      onClose={onClose}
    >
      <p>{words.kickExplain}</p>
    </ActionDialog>
  )
}
