import type { Items, Place } from '../../api/wire'
import { Alert, Form, Input, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { useAction } from '../../ui/use-action'
import { checkAmount } from './case-dialogs'

const words = text.case

interface Values {
  account: string
  amount: string
  payer: string
  reference: string
  note?: string
}

const required = [{ required: true, whitespace: true, message: text.action.required }]

/** RecordDialog writes down money that came for no order. It credits nobody. */
export function RecordDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const places = useDetail<Items<Place>>('/money/accounts')
  const { run, running } = useAction<{ id: string }>(words.recordDone)
  return (
    <ActionDialog<Values>
      title={words.recordTitle}
      okText={words.record}
      running={running}
      reason="none"
      onSend={async (values) => {
        const result = await run('/money', values)
        if (result.ok && result.answer) onDone(result.answer.id)
        return result
      }}
      onClose={onClose}
      fields={
        <>
          <Form.Item name="account" label={words.account} rules={required}>
            <Select
              loading={places.isPending}
              options={places.data?.items.map(({ account, label }) => ({ value: account, label }))}
            />
          </Form.Item>
          <Form.Item
            name="amount"
            label={words.amount}
            rules={[{ validator: (_, typed?: string) => checkAmount(typed) }]}
            required
          >
            <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
          </Form.Item>
          <Form.Item name="payer" label={words.payer} rules={required}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name="reference" label={words.slip} rules={required}>
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="note" label={words.note} rules={[{ min: 2, message: text.action.reasonShort }]}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </>
      }
    >
      <p>{words.recordExplain}</p>
      {places.isError && <Alert type="error" showIcon title={places.error.message} />}
    </ActionDialog>
  )
}
