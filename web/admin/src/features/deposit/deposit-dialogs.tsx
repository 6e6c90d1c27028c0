import type { DepositDetail, Outcome } from '../../api/wire'
import { Alert, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { fenOf, formatYuan, validAmount } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import type { DepositAction } from './rules'

const words = text.deposit

interface Values {
  received?: string
  bankReference?: string
  reason: string
}

interface Spec {
  title: string
  ok: string
  done: string
  explain: (deposit: DepositDetail, limit: string) => string
  danger: boolean
  /** The amount really received is asked for. */
  money: boolean
  quick: readonly string[]
  path: (id: string) => string
  body: (values: Values) => object
}

const specs: Record<DepositAction, Spec> = {
  confirm: {
    title: words.confirmTitle,
    ok: words.confirm,
    done: words.confirmDone,
    explain: (deposit) => words.confirmExplain(deposit.order, formatYuan(deposit.amount)),
    danger: false,
    money: true,
    quick: words.quickConfirm,
    path: (id) => `/deposits/${id}/confirm`,
    body: (values) => values,
  },
  reject: {
    title: words.rejectTitle,
    ok: words.reject,
    done: words.rejectDone,
    explain: () => words.rejectExplain,
    danger: true,
    money: false,
    quick: words.quickReject,
    path: (id) => `/deposits/${id}/reject`,
    body: (values) => values,
  },
  review: {
    title: words.reviewTitle,
    ok: words.review,
    done: words.reviewDone,
    explain: () => words.reviewExplain,
    danger: false,
    money: false,
    quick: words.quickReview,
    path: (id) => `/deposits/${id}/review`,
    body: (values) => values,
  },
  credit: {
    title: words.creditTitle,
    ok: words.credit,
    done: words.creditDone,
    explain: (_, limit) => words.creditExplain(formatYuan(limit)),
    danger: false,
    money: true,
    quick: words.quickConfirm,
    path: (id) => `/deposits/${id}/resolve`,
    body: (values) => ({ action: 'credit', ...values }),
  },
  close: {
    title: words.closeTitle,
    ok: words.close,
    done: words.closeDone,
    explain: () => words.closeExplain,
    danger: true,
    money: false,
    quick: words.quickReject,
    path: (id) => `/deposits/${id}/resolve`,
    body: (values) => ({ action: 'close', ...values }),
  },
}

interface DepositDialogProps {
  action: DepositAction
  deposit: DepositDetail
  onClose: () => void
}

/** DepositDialog asks for what one action on a deposit needs. The received amount is never filled in beforehand:
 * it has to be read off the bank's statement. */
export function DepositDialog({ action, deposit, onClose }: DepositDialogProps) {
  const spec = specs[action]
  const { me } = useSession()
  const { run, running } = useAction<Outcome>(spec.done)
  const wantsReference = spec.money && deposit.style === 'Bank'
  return (
    <ActionDialog<Values>
      title={spec.title}
      okText={spec.ok}
      danger={spec.danger}
      running={running}
      quickReasons={spec.quick}
      onSend={(values) => run(spec.path(deposit.id), spec.body(values))}
      onClose={onClose}
      fields={
        spec.money && (
          <>
            {wantsReference && (
              <Form.Item
                name="bankReference"
                label={words.bankReference}
                rules={[{ required: true, whitespace: true, message: text.action.required }]}
              >
                <Input maxLength={64} autoComplete="off" />
              </Form.Item>
            )}
            <ReceivedField asked={deposit.amount} />
          </>
        )
      }
    >
      <p>{spec.explain(deposit, me.limits.depositSecondAbove)}</p>
    </ActionDialog>
  )
}

function ReceivedField({ asked }: { asked: string }) {
  return (
    <>
      <Form.Item
        name="received"
        label={words.received}
        rules={[{ validator: (_, typed?: string) => checkAmount(typed) }]}
        required
      >
        <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
      </Form.Item>
      <Form.Item noStyle dependencies={['received']}>
        {({ getFieldValue }) => {
          const typed = String(getFieldValue('received') ?? '').trim()
          if (!validAmount(typed) || fenOf(typed) === fenOf(asked)) return null
          return <Alert type="warning" showIcon title={words.differs(formatYuan(asked))} style={{ marginBottom: 16 }} />
        }}
      </Form.Item>
    </>
  )
}

function checkAmount(typed = ''): Promise<void> {
  return validAmount(typed.trim()) ? Promise.resolve() : Promise.reject(new Error(text.action.amountWrong))
}
