import type { FundTask, FundTaskKind, FundTaskTerms, Outcome } from '../../api/wire'
import { Alert, Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { NewerVersion, useOpened } from '../setting/versions'
import { check, lengthWrong, thresholdWrong, unlockWrong } from './rules'

const words = text.fund
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

interface Values {
  name: string
  kind: FundTaskKind
  threshold: string
  amount: string
  active: boolean
  reason: string
}

/** TaskDialog adds a task or changes one; another person decides, and the day it begins is the next. */
export function TaskDialog({ task: now, onClose }: { task?: FundTask; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.done)
  const [task, base] = useOpened(now)
  // What is coming already is what a further change starts from.
  const terms: Partial<FundTaskTerms> = task?.next ?? task ?? { active: true }
  const { name, threshold, amount, active } = terms
  return (
    <ActionDialog<Values>
      title={task ? words.editTitle(task.name) : words.addTitle}
      okText={words.submit}
      running={running}
      quickReasons={words.quickTask}
      initial={{ name, kind: task?.kind ?? 'deposit', threshold, amount, active }}
      onSend={(values) =>
        task ? run(`/fund/tasks/${task.id}`, { ...values, base: base.version }) : run('/fund/tasks', values)
      }
      onClose={onClose}
      fields={<TaskFields kept={task?.kind} />}
    >
      {task && <NewerVersion base={base} path={`/fund/tasks/${task.id}/history`} />}
      <Alert type="info" showIcon title={words.effect} className="spaced" />
      {task?.next && <Alert type="warning" showIcon title={words.replaces(task.next.from)} className="spaced" />}
      {task && <p className="muted">{words.kindKept(words.kinds[task.kind])}</p>}
    </ActionDialog>
  )
}

/** kept: the kind of a task there is, which stays. */
function TaskFields({ kept }: { kept?: FundTaskKind }) {
  const chosen = Form.useWatch<FundTaskKind | undefined>('kind') ?? 'deposit'
  const kind = kept ?? chosen
  return (
    <>
      <Form.Item
        name="name"
        label={words.name}
        extra={words.nameHint}
        rules={[{ validator: (_, typed?: string) => check(lengthWrong(typed, 2, 20, words.nameWrong)) }]}
        required
      >
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      {kept === undefined && (
        <Form.Item name="kind" label={words.kind} required>
          <Select options={kinds} />
        </Form.Item>
      )}
      <div className="field-pair">
        <Form.Item
          name="threshold"
          label={words.thresholds[kind]}
          rules={[{ validator: (_, typed?: string) => check(thresholdWrong(typed)) }]}
          required
        >
          <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="amount"
          label={words.amount}
          extra={words.amountHint}
          dependencies={['kind', 'threshold']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, typed?: string) =>
                check(unlockWrong(kind, getFieldValue('threshold') as string | undefined, typed)),
            }),
          ]}
          required
        >
          <Input prefix={words.unit} inputMode="decimal" maxLength={15} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="active" label={words.active} valuePropName="checked" extra={words.activeHint}>
        <Switch />
      </Form.Item>
    </>
  )
}
