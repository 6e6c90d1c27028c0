import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Items, Staff } from '../../api/wire'
import type { StaffSession } from '../../api/wire-rights'
import { Button, Drawer, Flex, Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'

const words = text.sessions

interface SessionTableProps {
  path: string
  onEnd?: (session: StaffSession) => void
}

/** SessionTable is the open sessions of one account. The session that asks is ended by logging out. */
export function SessionTable({ path, onEnd }: SessionTableProps) {
  const sessions = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<Items<StaffSession>>(path, { signal }),
    refetchInterval: 15_000,
  })
  if (sessions.isPending) return <LoadingRows rows={3} />
  if (!sessions.data) return <LoadFailed message={sessions.error.message} onRetry={() => sessions.refetch()} />
  return (
    <Table<StaffSession>
      size="small"
      rowKey="id"
      columns={sessionColumns(onEnd)}
      dataSource={sessions.data.items}
      pagination={false}
      scroll={{ x: 640 }}
      locale={{ emptyText: <EmptyRows text={words.empty} /> }}
    />
  )
}

function sessionColumns(onEnd?: (session: StaffSession) => void): TableColumnsType<StaffSession> {
  return [
    {
      title: words.device,
      key: 'device',
      render: (_, row) => (
        <>
          <span title={row.device}>{browserOf(row.device)}</span>{' '}
          {row.current && <Tag color="success">{words.current}</Tag>}
        </>
      ),
    },
    { title: words.ip, key: 'ip', render: (_, row) => <span className="mono">{row.ip}</span> },
    { title: words.created, key: 'created', render: (_, row) => <Time ms={row.createdAt} /> },
    { title: words.seen, key: 'seen', render: (_, row) => <Time ms={row.seenAt} /> },
    ...(onEnd
      ? [
          {
            title: text.detail.actions,
            key: 'actions',
            render: (_: unknown, row: StaffSession) =>
              !row.current && (
                <Button size="small" danger onClick={() => onEnd(row)}>
                  {words.end}
                </Button>
              ),
          },
        ]
      : []),
  ]
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const
const called: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }

/** browserOf is the browser and the system in what a browser says about itself; all it says where neither is known. */
export function browserOf(agent: string): string {
  const known = [browsers, systems]
    .map((list) => list.find((name) => agent.includes(name)))
    .filter((name) => name !== undefined)
  return known.map((name) => called[name] ?? name).join(' · ') || agent || words.unknown
}

interface SessionsDrawerProps {
  staff: Staff
  manages: boolean
  onClose: () => void
}

/** SessionsDrawer shows where another member of staff is logged in, and ends it. */
export function SessionsDrawer({ staff, manages, onClose }: SessionsDrawerProps) {
  const [ending, setEnding] = useState<StaffSession | 'all'>()
  const { run, running } = useAction(words.ended)
  const path = `/staff/${staff.id}/sessions`
  return (
    <Drawer
      open
      onClose={onClose}
      size={760}
      title={<h2 className="drawer-title">{words.title(staff.name)}</h2>}
      footer={
        manages && (
          <Button danger onClick={() => setEnding('all')}>
            {words.endAll}
          </Button>
        )
      }
    >
      <SessionTable path={path} onEnd={manages ? setEnding : undefined} />
      {ending && (
        <ActionDialog<{ reason: string }>
          title={ending === 'all' ? words.endAll : words.endTitle}
          okText={words.end}
          danger
          running={running}
          quickReasons={words.quick}
          onSend={(values) => run(ending === 'all' ? `${path}/end` : `${path}/${ending.id}/end`, values)}
          onClose={() => setEnding(undefined)}
        >
          <p>{words.endExplain}</p>
        </ActionDialog>
      )}
    </Drawer>
  )
}

/** OwnSessions is where one is logged in oneself. */
export function OwnSessions() {
  const { run, running } = useAction(words.ended)
  return (
    <Flex vertical gap={8}>
      <p className="muted">{words.explain}</p>
      <SessionTable
        path="/profile/sessions"
        onEnd={({ id }) => {
          void run(`/profile/sessions/${id}/end`)
        }}
      />
      <div>
        <Button loading={running} onClick={() => run('/profile/sessions/end')}>
          {words.endOthers}
        </Button>
      </div>
    </Flex>
  )
}
