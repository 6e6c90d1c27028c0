import type { CaseAction, CaseDetail, Outcome } from '../../api/wire'
import { Form, Input, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { formatYuan, validAmount } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { formatCoins } from '../coin/coins'
import { subjectOf } from './rules'

const words = text.case

/** What has a dialog here: the others are done at once, or on the deposit's own page. */
export type AskedAction = Exclude<CaseAction, 'transfer.ask' | 'transfer.settle' | 'deposit.credit' | 'deposit.close'>

const pathOf: Record<AskedAction, (id: string) => string> = {
  'money.assign': (id) => `/money/${id}/assign`,
  'money.return': (id) => `/money/${id}/return`,
  'deposit.reverse': (id) => `/deposits/${id}/reverse`,
  'payout.return': (id) => `/withdrawals/${id}/returned`,
  'payout.late': (id) => `/withdrawals/${id}/late`,
  'payout.recover': (id) => `/withdrawals/${id}/recover`,
  'owed.settle': (id) => `/players/${id}/owed`,
}

interface Values {
  deposit?: string
  player?: string
  reference?: string
  action?: string
  amount?: string
  reason: string
}

export function hasDialog(action: CaseAction): action is AskedAction {
  return action in pathOf
}

/** CaseDialog asks for what one act on a case needs. Every one of them waits for a second person. */
export function CaseDialog({
  action,
  detail,
  onClose,
}: {
  action: CaseAction
  detail: CaseDetail
  onClose: () => void
}) {
  const { run, running } = useAction<Outcome>(words.done)
  if (!hasDialog(action)) return null
  const [, id] = subjectOf(detail.id)
  return (
    <ActionDialog<Values>
      title={words.actions[action]}
      okText={words.actions[action]}
      danger
      running={running}
      quickReasons={words.quick}
      onSend={(values) => run(pathOf[action](id), values)}
      onClose={onClose}
      fields={<Fields action={action} owed={detail.amount} />}
    >
      <p>
        {detail.title} ·{' '}
        {detail.coins === null ? `¥${formatYuan(detail.amount)}` : `${formatCoins(detail.coins)} ${text.coin.unit}`}
      </p>
      <p>{words.explains[action]}</p>
    </ActionDialog>
  )
}

const required = [{ required: true, whitespace: true, message: text.action.required }]

function Fields({ action, owed }: { action: AskedAction; owed: string }) {
  switch (action) {
    case 'money.assign':
      return <AssignFields />
    case 'payout.recover':
      return (
        <Form.Item name="action" label={words.bearer} rules={required}>
          <Select options={Object.entries(words.bearers).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      )
    case 'owed.settle':
      return (
        <>
          <Form.Item name="action" label={words.debt} rules={required}>
            <Select options={Object.entries(words.debts).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
          <Form.Item
            name="amount"
            label={words.amount}
            initialValue={owed}
            rules={[{ validator: (_, typed?: string) => checkAmount(typed) }]}
            required
          >
            <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
          </Form.Item>
        </>
      )
    default:
      return (
        <Form.Item name="reference" label={words.reference} rules={required}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
      )
  }
}

function AssignFields() {
  return (
    <>
      <Form.Item
        name="deposit"
        label={words.order}
        dependencies={['player']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, typed?: string) => checkOneOfTwo(typed, getFieldValue('player') as string | undefined),
          }),
        ]}
      >
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="player" label={words.orPlayer}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
    </>
  )
}

function checkOneOfTwo(deposit = '', player = ''): Promise<void> {
  const one = (deposit.trim() === '') !== (player.trim() === '')
  return one ? Promise.resolve() : Promise.reject(new Error(words.oneOfTwo))
}

/** checkAmount accepts an amount above zero with at most two decimals. */
export function checkAmount(typed = ''): Promise<void> {
  return validAmount(typed.trim()) ? Promise.resolve() : Promise.reject(new Error(text.action.amountWrong))
}
