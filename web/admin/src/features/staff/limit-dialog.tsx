import type { Outcome, Staff } from '../../api/wire'
import { Alert, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.staffLimit

/** LimitDialog sets the largest amount that a member of staff decides alone. */
export function LimitDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.done)
  return (
    <ActionDialog<{ amount?: string; reason: string }>
      title={words.title(staff.name)}
      okText={text.roles.save}
      running={running}
      initial={{ amount: staff.aloneMost ?? '' }}
      onSend={({ amount, reason }) => run(`/staff/${staff.id}/limit`, { amount: amount ?? null, reason })}
      onClose={onClose}
      fields={
        <Form.Item
          name="amount"
          label={words.amount}
          extra={words.amountHint}
          rules={[{ pattern: /^\d{1,9}(\.\d{1,2})?$/, message: words.amountWrong }]}
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={12} />
        </Form.Item>
      }
    >
      <Alert type="info" showIcon title={words.explain} className="spaced" />
    </ActionDialog>
  )
}
