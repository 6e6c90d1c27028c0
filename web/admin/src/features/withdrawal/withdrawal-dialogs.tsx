import type { WithdrawalDetail } from '../../api/wire'
import { Alert, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { formatYuan } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { formatCoins, networkName } from '../coin/coins'
import { check, txWrong } from '../coin/rules'
import { useSession } from '../session/session'
import type { WithdrawalAction } from './rules'

const words = text.withdrawal

export type AskedAction = Exclude<WithdrawalAction, 'claim' | 'release'>

interface Values {
  reason?: string
  note?: string
  reference?: string
}

interface Spec {
  title: string
  ok: string
  done: string
  danger?: boolean
  quick?: readonly string[]
  asks: 'reason' | 'note' | 'reference'
  explain: (withdrawal: WithdrawalDetail) => string
  path: (withdrawal: WithdrawalDetail) => string
}

const approves = (withdrawal: WithdrawalDetail) =>
  words.approveExplain(withdrawal.player, formatYuan(withdrawal.amount))

const specs: Record<AskedAction, Spec> = {
  approve: {
    title: words.approveTitle,
    ok: words.approve,
    done: words.approveDone,
    asks: 'note',
    explain: approves,
    path: ({ id }) => `/withdrawals/${id}/approve`,
  },
  secondApprove: {
    title: words.secondApprove,
    ok: words.approve,
    done: words.secondDone,
    asks: 'note',
    explain: approves,
    path: ({ approvalId }) => `/approvals/${approvalId}/approve`,
  },
  secondRefuse: {
    title: words.secondRefuse,
    ok: text.approval.refuse,
    done: words.secondRefuseDone,
    danger: true,
    asks: 'reason',
    explain: () => text.approval.refuseExplain,
    path: ({ approvalId }) => `/approvals/${approvalId}/refuse`,
  },
  reject: {
    title: words.rejectTitle,
    ok: words.reject,
    done: words.rejectDone,
    danger: true,
    asks: 'reason',
    quick: words.quickReject,
    explain: () => words.rejectExplain,
    path: ({ id }) => `/withdrawals/${id}/reject`,
  },
  pay: {
    title: words.payTitle,
    ok: words.pay,
    done: words.payDone,
    asks: 'reference',
    explain: ({ card, amount }) => words.payExplain(card.holder, card.bank, formatYuan(amount)),
    path: ({ id }) => `/withdrawals/${id}/paid`,
  },
  fail: {
    title: words.failTitle,
    ok: words.fail,
    done: words.failDone,
    danger: true,
    asks: 'reason',
    quick: words.quickFail,
    explain: () => words.failExplain,
    path: ({ id }) => `/withdrawals/${id}/fail`,
  },
  unknown: {
    title: words.unknownTitle,
    ok: words.unknown,
    done: words.unknownDone,
    asks: 'reason',
    quick: words.quickUnknown,
    explain: () => words.unknownExplain,
    path: ({ id }) => `/withdrawals/${id}/unknown`,
  },
  senderOurs: {
    title: text.coin.senderOurs,
    ok: text.coin.submit,
    done: text.coin.senderDone,
    asks: 'reason',
    quick: text.coin.quickSenderOurs,
    explain: () => text.coin.senderOursExplain,
    path: ({ id }) => `/withdrawals/${id}/sender`,
  },
  senderNot: {
    title: text.coin.senderNot,
    ok: text.coin.submit,
    done: text.coin.senderDone,
    danger: true,
    asks: 'reason',
    quick: text.coin.quickSenderNot,
    explain: () => text.coin.senderNotExplain,
    path: ({ id }) => `/withdrawals/${id}/sender`,
  },
}

/** What two people say about a payout whose sender is not registered. */
const ours: Partial<Record<AskedAction, boolean>> = { senderOurs: true, senderNot: false }

/** One in USDT is paid by a transaction, which its chain has to confirm. */
const sends: Spec = {
  ...specs.pay,
  title: text.coin.payTitle,
  ok: text.coin.pay,
  done: text.coin.payDone,
  explain: ({ payout }) =>
    text.coin.payExplain(formatCoins(payout?.coins ?? ''), payout === null ? '' : networkName(payout.network)),
}

interface WithdrawalDialogProps {
  action: AskedAction
  withdrawal: WithdrawalDetail
  onClose: () => void
}

/** WithdrawalDialog asks for what one decision on a withdrawal needs, and shows the risk flags before an approval. */
export function WithdrawalDialog({ action, withdrawal, onClose }: WithdrawalDialogProps) {
  const inCoins = withdrawal.payout !== null
  const spec = action === 'pay' && inCoins ? sends : specs[action]
  const { me } = useSession()
  const { run, running } = useAction(spec.done)
  const approving = action === 'approve' || action === 'secondApprove'
  return (
    <ActionDialog<Values>
      title={spec.title}
      okText={spec.ok}
      danger={spec.danger}
      running={running}
      reason={spec.asks === 'reason' ? 'required' : 'none'}
      quickReasons={spec.quick}
      onSend={(values) => run(spec.path(withdrawal), action in ours ? { ...values, ours: ours[action] } : values)}
      onClose={onClose}
      fields={
        spec.asks === 'reference' ? (
          <Form.Item
            name="reference"
            label={inCoins ? text.coin.txField : words.reference}
            extra={inCoins ? text.coin.txHint : words.referenceHint}
            rules={
              inCoins
                ? [{ validator: (_, typed?: string) => check(txWrong(typed)) }]
                : [{ required: true, whitespace: true, message: text.action.required }]
            }
            required
          >
            <Input
              className={inCoins ? 'mono' : undefined}
              maxLength={inCoins ? 80 : 64}
              autoComplete="off"
              spellCheck={false}
            />
          </Form.Item>
        ) : (
          spec.asks === 'note' && (
            <Form.Item name="note" label={words.note} rules={[{ min: 2, message: text.action.reasonShort }]}>
              <Input maxLength={200} autoComplete="off" />
            </Form.Item>
          )
        )
      }
    >
      <p>{spec.explain(withdrawal)}</p>
      {approving && withdrawal.flags.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={words.approveFlags}
          description={withdrawal.flags.map((flag) => flag.text).join('；')}
          style={{ marginBottom: 16 }}
        />
      )}
      {action === 'approve' && withdrawal.needsSecond && (
        <Alert
          type="info"
          showIcon
          title={words.approveSecond(formatYuan(me.limits.withdrawalSecondAbove))}
          style={{ marginBottom: 16 }}
        />
      )}
    </ActionDialog>
  )
}
