import type { NewStaff, Outcome, Role, Staff } from '../../api/wire'
import { Alert, Button, Checkbox, Flex, Form, Input, Modal, Typography } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.staff

interface RolesFieldProps {
  roles: Role[]
}

function RolesField({ roles }: RolesFieldProps) {
  return (
    <Form.Item
      name="roles"
      label={words.roles}
      // Not the kit's own `required`: it puts aria-required on a group, where it is not allowed.
      rules={[
        {
          validator: (_, roles?: string[]) =>
            roles?.length ? Promise.resolve() : Promise.reject(new Error(words.rolesEmpty)),
        },
      ]}
    >
      <Checkbox.Group options={roles.map(({ role, name }) => ({ value: role, label: name }))} />
    </Form.Item>
  )
}

interface NewStaffValues {
  name: string
  roles: string[]
  reason: string
}

interface AddDialogProps extends RolesFieldProps {
  onMade: (made: NewStaff) => void
  onClose: () => void
}

export function AddDialog({ roles, onMade, onClose }: AddDialogProps) {
  const { run, running } = useAction<NewStaff>(words.addDone)
  return (
    <ActionDialog<NewStaffValues>
      title={words.addTitle}
      okText={words.add}
      running={running}
      onSend={async (values) => {
        const result = await run('/staff', values)
        if (!result.answer) return result
        onMade(result.answer)
        // The dialog with the secrets takes this one's place; closing it here would close that one.
        return { ok: false }
      }}
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="name"
            label={words.name}
            extra={words.nameHint}
            rules={[{ required: true, pattern: /^[a-z][a-z0-9-]{2,19}$/, message: words.nameWrong }]}
          >
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
          <RolesField roles={roles} />
        </>
      }
    />
  )
}

/** SecretsDialog shows a new colleague's password and TOTP secret, the only time they can be seen. */
export function SecretsDialog({ made, onClose }: { made: NewStaff; onClose: () => void }) {
  const lines: [string, string][] = [
    [words.name, made.staff.name],
    [words.password, made.password],
    [words.totp, made.totpSecret],
    [words.totpUri, made.totpUri],
  ]
  return (
    <Modal
      open
      title={words.created1}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={<Button onClick={onClose}>{words.secretsClose}</Button>}
    >
      <Flex vertical gap={8}>
        <Alert type="warning" showIcon title={words.secretExplain} />
        {lines.map(([label, value]) => (
          <div key={label}>
            <div className="muted small">{label}</div>
            <Typography.Text copyable className="mono">
              {value}
            </Typography.Text>
          </div>
        ))}
      </Flex>
    </Modal>
  )
}

export function RolesDialog({ staff, roles, onClose }: { staff: Staff; roles: Role[]; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.changeDone)
  return (
    <ActionDialog<{ roles: string[]; reason: string }>
      title={words.changeTitle(staff.name)}
      okText={words.change}
      running={running}
      initial={{ roles: staff.roles }}
      onSend={(values) => run(`/staff/${staff.id}/roles`, values)}
      onClose={onClose}
      fields={<RolesField roles={roles} />}
    >
      <Alert type="info" showIcon title={words.changeExplain} style={{ marginBottom: 16 }} />
    </ActionDialog>
  )
}

export function SwitchDialog({ staff, to, onClose }: { staff: Staff; to: 'disable' | 'enable'; onClose: () => void }) {
  const disabling = to === 'disable'
  const { run, running } = useAction<Staff>(disabling ? words.disableDone : words.enableDone)
  return (
    <ActionDialog<{ reason: string }>
      title={disabling ? words.disableTitle(staff.name) : words.enableTitle(staff.name)}
      okText={disabling ? words.disable : words.enable}
      danger={disabling}
      running={running}
      onSend={(values) => run(`/staff/${staff.id}/${to}`, values)}
      onClose={onClose}
    >
      {disabling && <p>{words.disableExplain}</p>}
    </ActionDialog>
  )
}
