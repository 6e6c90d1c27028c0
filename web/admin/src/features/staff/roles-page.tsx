import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Items, Outcome, Permission, Role } from '../../api/wire'
import type { PermissionText } from '../../api/wire-rights'
import { Alert, Button, Checkbox, Flex, Form, Input, Space, Table, type TableColumnsType, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.roles

type Asked = { kind: 'add' } | { kind: 'change' | 'remove'; role: Role }

/** RolesPage shows every role with its permissions, and changes them. */
export default function RolesPage() {
  const manages = useSession().may('staff.manage')
  const [asked, setAsked] = useState<Asked>()
  const roles = useQuery({
    queryKey: ['/staff/roles'],
    queryFn: ({ signal }) => get<Items<Role>>('/staff/roles', { signal }),
    refetchInterval: 15_000,
  })
  const permissions = useQuery({
    queryKey: ['/permissions'],
    queryFn: ({ signal }) => get<Items<PermissionText>>('/permissions', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = permissions.data?.items
  const columns = useMemo(() => roleColumns(known ?? [], manages ? setAsked : undefined), [known, manages])
  const failed = roles.error ?? permissions.error
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <h1 className="page-title">{words.title}</h1>
        <Space wrap>
          <Link to={paths.staff}>
            <Button>{words.back}</Button>
          </Link>
          {manages && (
            <Button type="primary" disabled={!known} onClick={() => setAsked({ kind: 'add' })}>
              {words.add}
            </Button>
          )}
        </Space>
      </Flex>
      <Alert type="info" showIcon title={words.explain} />
      {roles.data && known ? (
        <Table<Role>
          size="small"
          rowKey="role"
          columns={columns}
          dataSource={roles.data.items}
          pagination={false}
          scroll={{ x: 900 }}
          locale={{ emptyText: <EmptyRows text={words.empty} /> }}
        />
      ) : failed ? (
        <LoadFailed
          message={failed.message}
          onRetry={() => {
            void roles.refetch()
            void permissions.refetch()
          }}
        />
      ) : (
        <LoadingRows />
      )}
      {known && (asked?.kind === 'add' || asked?.kind === 'change') && (
        <RoleDialog
          role={asked.kind === 'change' ? asked.role : undefined}
          permissions={known}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.kind === 'remove' && <RemoveDialog role={asked.role} onClose={() => setAsked(undefined)} />}
    </Flex>
  )
}

function roleColumns(known: PermissionText[], onAsk?: (asked: Asked) => void): TableColumnsType<Role> {
  const columns: TableColumnsType<Role> = [
    {
      title: words.name,
      key: 'name',
      width: 160,
      render: (_, role) => (
        <>
          {role.name} {role.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    {
      title: words.permissions,
      key: 'permissions',
      render: (_, role) => (role.owner ? words.owner : <RolePermissions role={role} known={known} />),
    },
    { title: words.people, key: 'people', width: 80, align: 'right', render: (_, role) => role.people },
    {
      title: words.changed,
      key: 'changed',
      width: 170,
      render: (_, role) =>
        role.changedAt === null ? (
          <span className="muted">{words.shipped}</span>
        ) : (
          <>
            <Time ms={role.changedAt} />
            <div className="muted small">{role.changedBy}</div>
          </>
        ),
    },
  ]
  if (!onAsk) return columns
  return [
    ...columns,
    {
      title: text.detail.actions,
      key: 'actions',
      width: 140,
      render: (_, role) =>
        !role.owner && (
          <Space>
            <Button size="small" disabled={role.approvalId !== null} onClick={() => onAsk({ kind: 'change', role })}>
              {words.change}
            </Button>
            <Button size="small" danger disabled={role.people > 0} onClick={() => onAsk({ kind: 'remove', role })}>
              {words.remove}
            </Button>
          </Space>
        ),
    },
  ]
}

function RolePermissions({ role, known }: { role: Role; known: PermissionText[] }) {
  return (
    <>
      <span className="muted small">{words.count(role.permissions.length, known.length)}</span>
      <Flex wrap gap={4}>
        {known
          .filter(({ permission }) => role.permissions.includes(permission))
          .map(({ permission, name }) => (
            <Tag key={permission}>{name}</Tag>
          ))}
      </Flex>
    </>
  )
}

interface RoleValues {
  name: string
  permissions: Permission[]
  reason: string
}

interface RoleDialogProps {
  role?: Role
  permissions: PermissionText[]
  onClose: () => void
}

function RoleDialog({ role, permissions, onClose }: RoleDialogProps) {
  const { run, running } = useAction<Outcome>(words.saved)
  return (
    <ActionDialog<RoleValues>
      title={role ? words.changeTitle(role.name) : words.addTitle}
      okText={words.save}
      width={760}
      running={running}
      initial={role && { name: role.name, permissions: role.permissions }}
      onSend={(values) => run(role ? `/roles/${role.role}` : '/roles', { ...values, version: role?.version ?? 0 })}
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="name"
            label={words.name}
            rules={[{ required: true, whitespace: true, max: 16, message: words.nameWrong }]}
          >
            <Input maxLength={16} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="permissions"
            label={words.permissions}
            rules={[
              {
                validator: (_, chosen?: string[]) =>
                  chosen?.length ? Promise.resolve() : Promise.reject(new Error(words.permissionsEmpty)),
              },
            ]}
          >
            <PermissionChoice permissions={permissions} />
          </Form.Item>
        </>
      }
    >
      <Alert type="info" showIcon title={words.explain} className="spaced" />
    </ActionDialog>
  )
}

interface PermissionChoiceProps {
  permissions: PermissionText[]
  value?: Permission[]
  onChange?: (chosen: Permission[]) => void
}

/** PermissionChoice is a box for each permission, one row a group. */
function PermissionChoice({ permissions, value = [], onChange }: PermissionChoiceProps) {
  const groups = [...new Set(permissions.map(({ group }) => group))]
  const choose = (permission: Permission, on: boolean) =>
    onChange?.(on ? [...value, permission] : value.filter((other) => other !== permission))
  return (
    <Flex vertical gap={8}>
      {groups.map((group) => (
        <fieldset key={group} className="permission-group">
          <legend className="muted small">{group}</legend>
          <Flex wrap gap={12}>
            {permissions
              .filter((permission) => permission.group === group)
              .map(({ permission, name }) => (
                <Checkbox
                  key={permission}
                  checked={value.includes(permission)}
                  onChange={(event) => choose(permission, event.target.checked)}
                >
                  {name}
                </Checkbox>
              ))}
          </Flex>
        </fieldset>
      ))}
    </Flex>
  )
}

function RemoveDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { run, running } = useAction(words.removed)
  return (
    <ActionDialog<{ reason: string }>
      title={words.removeTitle(role.name)}
      okText={words.remove}
      danger
      running={running}
      onSend={(values) => run(`/roles/${role.role}/remove`, { ...values, version: role.version })}
      onClose={onClose}
    >
      <p>{words.removeExplain}</p>
    </ActionDialog>
  )
}
