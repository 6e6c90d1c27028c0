import { useState } from 'react'
import type { Outcome } from '../../api/wire'
import type { AlarmForm, Alarms, AlarmTarget } from '../../api/wire-alarm'
import { Alert, Form, Input, InputNumber, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.alarms

interface TargetValues {
  name: string
  form: AlarmForm
  reason: string
  host?: string
  port?: number
  user?: string
  password?: string
  from?: string
  to?: string
  url?: string
  key?: string
  token?: string
  chat?: string
}

const mail = /^[^\s@]+@[^\s@]+$/
const lines = (typed = '') => typed.split(/[\s,;，；]+/).filter(Boolean)

/** TargetDialog writes a target whole: nothing of its old address is shown or kept. */
export function TargetDialog({ target, onClose }: { target?: AlarmTarget; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  const [form, setForm] = useState<AlarmForm>(target?.form ?? 'email')
  return (
    <ActionDialog<TargetValues>
      title={target ? words.changeTitle(target.name) : words.addTitle}
      okText={words.save}
      secret
      running={running}
      initial={{ name: target?.name, form, port: 465 }}
      onSend={({ to, port, ...values }) =>
        run(target ? `/alarms/targets/${target.id}` : '/alarms/targets', {
          ...values,
          ...(form === 'email' && { port, to: lines(to) }),
          version: target?.version ?? 0,
        })
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="name"
            label={words.name}
            rules={[{ required: true, whitespace: true, max: 30, message: words.nameWrong }]}
          >
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
          <Form.Item name="form" label={words.form}>
            <Select
              options={Object.entries(words.forms).map(([value, label]) => ({ value, label }))}
              onChange={(chosen: AlarmForm) => setForm(chosen)}
            />
          </Form.Item>
          {form === 'email' && <MailFields />}
          {form === 'webhook' && <WebhookFields />}
          {form === 'telegram' && <TelegramFields />}
          {form === 'wecom' && (
            <Form.Item
              name="key"
              label={words.robot}
              extra={words.robotHint}
              rules={[{ required: true, pattern: /^[A-Za-z0-9-]{16,64}$/, message: words.robotWrong }]}
            >
              <Input.Password autoComplete="off" maxLength={64} />
            </Form.Item>
          )}
        </>
      }
    >
      {target && <Alert type="info" showIcon title={words.whole} className="spaced" />}
    </ActionDialog>
  )
}

function MailFields() {
  return (
    <>
      <Form.Item name="host" label={words.host} rules={[{ required: true, message: words.hostWrong }]}>
        <Input autoComplete="off" maxLength={253} />
      </Form.Item>
      <Form.Item
        name="port"
        label={words.port}
        extra={words.portHint}
        rules={[{ required: true, message: words.portWrong }]}
      >
        <InputNumber min={1} max={65535} precision={0} />
      </Form.Item>
      <Form.Item name="user" label={words.user}>
        <Input autoComplete="off" maxLength={200} />
      </Form.Item>
      <Form.Item name="password" label={words.password}>
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item name="from" label={words.from} rules={[{ required: true, pattern: mail, message: words.fromWrong }]}>
        <Input autoComplete="off" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="to"
        label={words.to}
        extra={words.toHint}
        rules={[
          {
            validator: (_, typed?: string) => {
              const all = lines(typed)
              const right = all.length > 0 && all.length <= 10 && all.every((one) => mail.test(one))
              return right ? Promise.resolve() : Promise.reject(new Error(words.toWrong))
            },
          },
        ]}
      >
        <Input.TextArea rows={3} maxLength={2000} />
      </Form.Item>
    </>
  )
}

function WebhookFields() {
  return (
    <>
      <Form.Item
        name="url"
        label={words.url}
        extra={words.urlHint}
        rules={[{ required: true, pattern: /^https?:\/\//, message: words.urlWrong }]}
      >
        <Input autoComplete="off" maxLength={500} />
      </Form.Item>
      <Form.Item
        name="key"
        label={words.key}
        extra={words.keyHint}
        rules={[{ required: true, min: 16, max: 200, message: words.keyWrong }]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </>
  )
}

function TelegramFields() {
  return (
    <>
      <Form.Item
        name="token"
        label={words.token}
        rules={[{ required: true, pattern: /^\d{5,15}:[A-Za-z0-9_-]{20,80}$/, message: words.tokenWrong }]}
      >
        <Input.Password autoComplete="new-password" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="chat"
        label={words.chat}
        rules={[{ required: true, pattern: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, message: words.chatWrong }]}
      >
        <Input autoComplete="off" maxLength={40} />
      </Form.Item>
    </>
  )
}

export function RemoveTargetDialog({ target, onClose }: { target: AlarmTarget; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  return (
    <ActionDialog<{ reason: string }>
      title={words.removeTitle(target.name)}
      okText={words.remove}
      danger
      running={running}
      onSend={(values) => run(`/alarms/targets/${target.id}/remove`, { ...values, version: target.version })}
      onClose={onClose}
    >
      <p>{words.removeExplain}</p>
    </ActionDialog>
  )
}

interface RouteValues {
  reason: string
  routes: Record<string, { targets?: string[]; minutes: number }>
}

/** A kind holds a dot, and a name of the form must not. */
const fieldOf = (kind: string) => kind.replaceAll('.', '_')

/** RoutesDialog says for each event who hears of it, and how often. */
export function RoutesDialog({ alarms, onClose }: { alarms: Alarms; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  const live = new Set(alarms.targets.map(({ id }) => id))
  const options = alarms.targets.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ActionDialog<RouteValues>
      title={words.edit}
      okText={words.save}
      width={760}
      running={running}
      initial={{
        routes: Object.fromEntries(
          alarms.kinds.map(({ kind, targets, minutes }) => [
            fieldOf(kind),
            { targets: targets.filter((id) => live.has(id)), minutes },
          ]),
        ),
      }}
      onSend={({ routes, reason }) =>
        run('/alarms/routes', {
          version: alarms.version,
          reason,
          routes: alarms.kinds.map(({ kind }) => {
            const { targets = [], minutes } = routes[fieldOf(kind)] ?? { minutes: 0 }
            return { kind, targets, minutes }
          }),
        })
      }
      onClose={onClose}
      fields={alarms.kinds.map(({ kind, name }) => (
        <div key={kind} className="alarm-route">
          <Form.Item name={['routes', fieldOf(kind), 'targets']} label={name}>
            <Select mode="multiple" allowClear options={options} placeholder={words.nobody} />
          </Form.Item>
          <Form.Item
            name={['routes', fieldOf(kind), 'minutes']}
            label={words.minutes}
            rules={[{ required: true, message: words.minutesWrong }]}
          >
            <InputNumber min={1} max={1440} precision={0} aria-label={`${name} ${words.minutes}`} />
          </Form.Item>
        </div>
      ))}
    >
      <Alert type="info" showIcon title={words.editExplain} description={words.minutesHint} className="spaced" />
    </ActionDialog>
  )
}
