import { gmtTime, serverNow } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Invited, Items, Role, Staff } from '../../api/wire'
import { Button, type ProColumns, ProFormText, Space, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { formatYuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { InvitedDialog } from '../account/invited-dialog'
import { useSession } from '../session/session'
import { LimitDialog } from './limit-dialog'
import { SessionsDrawer } from './sessions'
import { AddDialog, ResetDialog, RolesDialog, SwitchDialog } from './staff-dialogs'

const words = text.staff
const idOf = (row: Staff) => row.id

type Asked =
  | { kind: 'add' }
  | { kind: 'roles' | 'disable' | 'enable' | 'reset' | 'sessions' | 'limit'; staff: Staff }
  | { kind: 'invited'; made: Invited }

export default function StaffPage() {
  const url = useUrlState()
  const { me, may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const roles = useQuery({
    queryKey: ['/staff/roles'],
    queryFn: ({ signal }) => get<Items<Role>>('/staff/roles', { signal }),
    staleTime: 60_000,
  })
  const known = roles.data?.items ?? []
  const manages = may('staff.manage')
  const columns = useMemo(
    () => staffColumns(roles.data?.items ?? [], manages ? me.id : undefined, setAsked),
    [roles.data, manages, me.id],
  )
  const close = () => setAsked(undefined)
  return (
    <>
      <ListPage<Staff>
        title={words.title}
        name="staff"
        path="/staff"
        url={url}
        columns={columns}
        rowKey={idOf}
        // What somebody else decides shows here too.
        poll={10_000}
        empty={words.empty}
        toolbar={
          <Space key="actions" wrap>
            <Link to={paths.roles}>
              <Button>{text.roles.title}</Button>
            </Link>
            <Link to={paths.networks}>
              <Button>{text.networks.title}</Button>
            </Link>
            {manages && (
              <Button type="primary" onClick={() => setAsked({ kind: 'add' })}>
                {words.add}
              </Button>
            )}
          </Space>
        }
        filters={[<ProFormText key="q" name="q" label={words.name} />]}
      />
      {asked?.kind === 'add' && (
        <AddDialog roles={known} onMade={(made) => setAsked({ kind: 'invited', made })} onClose={close} />
      )}
      {asked?.kind === 'invited' && <InvitedDialog invited={asked.made} onClose={close} />}
      {asked?.kind === 'reset' && (
        <ResetDialog staff={asked.staff} onMade={(made) => setAsked({ kind: 'invited', made })} onClose={close} />
      )}
      {asked?.kind === 'limit' && <LimitDialog staff={asked.staff} onClose={close} />}
      {asked?.kind === 'sessions' && <SessionsDrawer staff={asked.staff} manages={manages} onClose={close} />}
      {asked?.kind === 'roles' && <RolesDialog staff={asked.staff} roles={known} onClose={close} />}
      {(asked?.kind === 'disable' || asked?.kind === 'enable') && (
        <SwitchDialog staff={asked.staff} to={asked.kind} onClose={close} />
      )}
    </>
  )
}

function staffColumns(roles: Role[], manager: string | undefined, onAsk: (asked: Asked) => void): ProColumns<Staff>[] {
  const roleName = (role: string) => roles.find((known) => known.role === role)?.name ?? role
  const columns: ProColumns<Staff>[] = [
    {
      title: words.name,
      key: 'name',
      render: (_, row) => (
        <>
          {row.name} {row.id === manager && <Tag>{words.self}</Tag>}
        </>
      ),
    },
    { title: words.person, key: 'person', render: (_, row) => row.person },
    {
      title: words.roles,
      key: 'roles',
      render: (_, row) => (
        <>
          {row.roles.map((role) => (
            <Tag key={role}>{roleName(role)}</Tag>
          ))}
          {row.aloneMost !== null && (
            <div className="muted small">{text.staffLimit.own(formatYuan(row.aloneMost))}</div>
          )}
        </>
      ),
    },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <>
          <StateTag label={row.disabled ? words.disabled : words.active} tone={row.disabled ? 'error' : 'success'} />
          {!row.enrolled && <StateTag label={words.notEnrolled} tone="warning" />}
          {row.decidesFrom !== null && row.decidesFrom > serverNow() && (
            <StateTag label={words.newcomer(gmtTime(row.decidesFrom))} tone="default" />
          )}
          {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    { title: words.created, key: 'created', render: (_, row) => <Time ms={row.createdAt} /> },
    { title: words.lastLogin, key: 'lastLogin', render: (_, row) => <Time ms={row.lastLoginAt} /> },
  ]
  if (manager === undefined) return columns
  return [
    ...columns,
    {
      title: text.detail.actions,
      key: 'actions',
      fixed: 'right',
      // Nobody changes their own rights.
      render: (_, row) =>
        row.id !== manager && (
          <Space>
            <Button size="small" onClick={() => onAsk({ kind: 'sessions', staff: row })}>
              {text.sessions.button}
            </Button>
            <Button
              size="small"
              disabled={row.approvalId !== null}
              onClick={() => onAsk({ kind: 'limit', staff: row })}
            >
              {text.staffLimit.button}
            </Button>
            <Button
              size="small"
              disabled={row.approvalId !== null}
              onClick={() => onAsk({ kind: 'roles', staff: row })}
            >
              {words.change}
            </Button>
            <Button
              size="small"
              disabled={row.approvalId !== null}
              onClick={() => onAsk({ kind: 'reset', staff: row })}
            >
              {words.reset}
            </Button>
            {row.disabled ? (
              <Button size="small" onClick={() => onAsk({ kind: 'enable', staff: row })}>
                {words.enable}
              </Button>
            ) : (
              <Button size="small" danger onClick={() => onAsk({ kind: 'disable', staff: row })}>
                {words.disable}
              </Button>
            )}
          </Space>
        ),
    },
  ]
}
