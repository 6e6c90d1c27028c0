import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { AlarmEvent, AlarmKind, Alarms, AlarmTarget } from '../../api/wire-alarm'
import {
  Alert,
  Button,
  Card,
  Flex,
  type ProColumns,
  ProFormSelect,
  Space,
  Table,
  type TableColumnsType,
  Tag,
} from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { RemoveTargetDialog, RoutesDialog, TargetDialog } from './alarm-dialogs'

const words = text.alarms

type Asked = { kind: 'add' } | { kind: 'routes' } | { kind: 'change' | 'remove'; target: AlarmTarget }

/** AlarmsPage is where alarms go, which event goes to whom, and what happened. */
export default function AlarmsPage() {
  const manages = useSession().may('alarm.manage')
  const [asked, setAsked] = useState<Asked>()
  const alarms = useQuery({
    queryKey: ['/alarms'],
    queryFn: ({ signal }) => get<Alarms>('/alarms', { signal }),
    refetchInterval: 10_000,
  })
  const close = () => setAsked(undefined)
  return (
    <Flex vertical gap={12}>
      <h1 className="page-title">{words.title}</h1>
      <Alert type="info" showIcon title={words.explain} />
      {alarms.data ? (
        <>
          <Targets targets={alarms.data.targets} onAsk={manages ? setAsked : undefined} />
          <RoutesCard alarms={alarms.data} onAsk={manages ? setAsked : undefined} />
          <Events kinds={alarms.data.kinds} />
          {(asked?.kind === 'add' || asked?.kind === 'change') && (
            <TargetDialog target={asked.kind === 'change' ? asked.target : undefined} onClose={close} />
          )}
          {asked?.kind === 'remove' && <RemoveTargetDialog target={asked.target} onClose={close} />}
          {asked?.kind === 'routes' && <RoutesDialog alarms={alarms.data} onClose={close} />}
        </>
      ) : alarms.error ? (
        <LoadFailed message={alarms.error.message} onRetry={() => alarms.refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Flex>
  )
}

interface TargetsProps {
  targets: AlarmTarget[]
  onAsk?: (asked: Asked) => void
}

function Targets({ targets, onAsk }: TargetsProps) {
  const { run, running } = useAction(words.tested)
  const columns: TableColumnsType<AlarmTarget> = [
    {
      title: words.name,
      key: 'name',
      render: (_, row) => (
        <>
          {row.name} {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    { title: words.form, key: 'form', render: (_, row) => words.forms[row.form] },
    { title: words.place, key: 'place', render: (_, row) => row.place },
    { title: words.last, key: 'last', render: (_, row) => <LastMessage target={row} /> },
  ]
  if (onAsk) {
    columns.push({
      title: text.detail.actions,
      key: 'actions',
      width: 200,
      render: (_, row) => (
        <Space>
          <Button size="small" disabled={running} onClick={() => run(`/alarms/targets/${row.id}/test`)}>
            {words.test}
          </Button>
          <Button
            size="small"
            disabled={row.approvalId !== null}
            onClick={() => onAsk({ kind: 'change', target: row })}
          >
            {words.change}
          </Button>
          <Button
            size="small"
            danger
            disabled={row.approvalId !== null}
            onClick={() => onAsk({ kind: 'remove', target: row })}
          >
            {words.remove}
          </Button>
        </Space>
      ),
    })
  }
  return (
    <Card
      title={words.targets}
      extra={
        onAsk && (
          <Button type="primary" onClick={() => onAsk({ kind: 'add' })}>
            {words.add}
          </Button>
        )
      }
    >
      <Table<AlarmTarget>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={targets}
        pagination={false}
        scroll={{ x: 800 }}
        locale={{ emptyText: <EmptyRows text={words.noTargets} /> }}
      />
    </Card>
  )
}

function LastMessage({ target }: { target: AlarmTarget }) {
  if (target.failure !== null && target.failedAt !== null)
    return <StateTag label={words.failedAt(gmtTime(target.failedAt), target.failure)} tone="error" />
  if (target.sentAt !== null) return <StateTag label={words.sentAt(gmtTime(target.sentAt))} tone="success" />
  return <span className="muted">{words.never}</span>
}

interface RoutesCardProps {
  alarms: Alarms
  onAsk?: (asked: Asked) => void
}

function RoutesCard({ alarms, onAsk }: RoutesCardProps) {
  const nameOf = (id: string) => alarms.targets.find((target) => target.id === id)?.name
  const columns: TableColumnsType<AlarmKind> = [
    {
      title: words.event,
      key: 'event',
      render: (_, row) => (
        <>
          {row.name} {row.grave && <Tag color="error">{words.grave}</Tag>}
          <div className="muted small">{row.about}</div>
        </>
      ),
    },
    {
      title: words.goesTo,
      key: 'targets',
      width: 260,
      render: (_, row) => {
        const names = row.targets.map(nameOf).filter((name) => name !== undefined)
        if (names.length === 0) return <span className="muted">{words.nobody}</span>
        return names.map((name) => <Tag key={name}>{name}</Tag>)
      },
    },
    { title: words.minutes, key: 'minutes', width: 120, align: 'right', render: (_, row) => row.minutes },
  ]
  return (
    <Card
      title={words.routes}
      extra={
        onAsk && (
          <Button disabled={alarms.approvalId !== null} onClick={() => onAsk({ kind: 'routes' })}>
            {words.edit}
          </Button>
        )
      }
    >
      {alarms.approvalId !== null && <Alert type="warning" showIcon title={words.routesWaiting} className="spaced" />}
      <Table<AlarmKind>
        size="small"
        rowKey="kind"
        columns={columns}
        dataSource={alarms.kinds}
        pagination={false}
        scroll={{ x: 700 }}
      />
      {alarms.changedAt !== null && (
        <p className="muted small">{words.changed(alarms.changedBy ?? '', gmtTime(alarms.changedAt))}</p>
      )}
    </Card>
  )
}

const messageTone = { waiting: 'processing', sent: 'success', lost: 'error' } as const
const eventID = (row: AlarmEvent) => row.id

function Events({ kinds }: { kinds: AlarmKind[] }) {
  const url = useUrlState()
  const names = Object.fromEntries(kinds.map(({ kind, name }) => [kind, name]))
  const columns: ProColumns<AlarmEvent>[] = [
    { title: words.kind, key: 'kind', render: (_, row) => names[row.kind] ?? row.kind },
    { title: words.text, key: 'text', width: 320, render: (_, row) => row.text },
    { title: words.count, key: 'count', align: 'right', render: (_, row) => row.count },
    { title: words.first, key: 'first', render: (_, row) => <Time ms={row.firstAt} /> },
    { title: words.lastSeen, key: 'lastSeen', render: (_, row) => <Time ms={row.lastAt} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) =>
        row.endedAt === null ? (
          <StateTag label={words.standing} tone="warning" />
        ) : (
          <StateTag label={words.over} tone="default" />
        ),
    },
    {
      title: words.messages,
      key: 'messages',
      render: (_, row) =>
        row.messages.map((message) => (
          <div key={`${message.madeAt} ${message.target}`}>
            <StateTag label={`${message.target}：${words.states[message.state]}`} tone={messageTone[message.state]} />
            {message.failure !== null && message.state !== 'sent' && (
              <span className="muted small">
                {message.failure} · {words.tries(message.tries)}
              </span>
            )}
          </div>
        )),
    },
  ]
  return (
    <Card title={words.events}>
      <ListPage<AlarmEvent>
        inner
        title={words.events}
        name="alarms"
        path="/alarms/events"
        url={url}
        columns={columns}
        rowKey={eventID}
        poll={15_000}
        empty={words.noEvents}
        filters={[<ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={names} />]}
      />
    </Card>
  )
}
