import { useState } from 'react'
import { Button, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.setting

const channels: Record<string, 'sms' | 'email'> = { 'courier.sms': 'sms', 'courier.mail': 'email' }

/** Sends a test message by the setting in force and says what the company answered. Nothing for other settings. */
export function CourierTest({ kind }: { kind: string }) {
  const channel = channels[kind]
  const [open, setOpen] = useState(false)
  const { run, running } = useAction(words.tested)
  if (!channel) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words.test}
      </Button>
      {open && (
        <ActionDialog<{ to: string }>
          title={words.test}
          okText={words.testSend}
          running={running}
          reason="none"
          fields={
            <Form.Item
              name="to"
              label={words.testTo[channel]}
              rules={[{ required: true, message: words.testTo[channel] }]}
            >
              <Input autoComplete="off" maxLength={200} />
            </Form.Item>
          }
          onSend={({ to }) => run('/courier/test', { channel, to: to.trim() })}
          onClose={() => setOpen(false)}
        >
          <p>{words.testExplain}</p>
        </ActionDialog>
      )}
    </>
  )
}
