import type { Invited, Outcome, Role, Staff } from '../../api/wire'
import { Alert, Checkbox, Form, Input } from '../../kit'
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
  person: string
  roles: string[]
  reason: string
}

interface AddDialogProps extends RolesFieldProps {
  onMade: (made: Invited) => void
  onClose: () => void
}

export function AddDialog({ roles, onMade, onClose }: AddDialogProps) {
  const { run, running } = useAction<Invited>(words.addDone)
  return (
    <ActionDialog<NewStaffValues>
      title={words.addTitle}
      okText={words.add}
      running={running}
      onSend={async (values) => {
        const result = await run('/staff', values)
        if (!result.answer) return result
        onMade(result.answer)
        // The dialog with the invitation takes this one's place; closing it here would close that one.
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
          <Form.Item
            name="person"
            label={words.person}
            extra={words.personHint}
            rules={[{ required: true, min: 2, max: 64, message: words.personWrong }]}
          >
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <RolesField roles={roles} />
        </>
      }
    >
      <Alert type="info" showIcon title={words.addExplain} className="spaced" />
    </ActionDialog>
  )
}

interface ResetDialogProps {
  staff: Staff
  onMade: (made: Invited) => void
  onClose: () => void
}

/** ResetDialog asks a second person to let somebody who lost a password or an authenticator enrol again. */
export function ResetDialog({ staff, onMade, onClose }: ResetDialogProps) {
  const { run, running } = useAction<Invited>(words.invitedDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.resetTitle(staff.name)}
      okText={words.reset}
      danger
      running={running}
      onSend={async (values) => {
        const result = await run(`/staff/${staff.id}/reset`, values)
        if (!result.answer) return result
        onMade(result.answer)
        return { ok: false }
      }}
      onClose={onClose}
    >
      <p>{words.resetExplain}</p>
    </ActionDialog>
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
      <p>{disabling ? words.disableExplain : words.enableExplain}</p>
    </ActionDialog>
  )
}
