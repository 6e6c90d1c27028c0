import { useState } from 'react'
import type { Outcome, Player } from '../../api/wire'
import { Alert, Button, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { checkAmount } from '../case/case-dialogs'
import { useSession } from '../session/session'

const words = text.player.lost
const required = [{ required: true, whitespace: true, message: text.action.required }]

interface Values {
  amount: string
  reference: string
  reason: string
}

/** LostPayout asks a second person to take a payment that a restore lost from the player who has it. */
export function LostPayout({ player }: { player: Player }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction<Outcome>(text.action.waitingSecond)
  if (!may('withdrawal.pay')) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.button}</Button>
      {asking && (
        <ActionDialog<Values>
          title={words.title(player.name)}
          okText={text.player.correct.ok}
          danger
          width={520}
          running={running}
          quickReasons={words.quick}
          onSend={(values) => run(`/players/${player.id}/lost-payout`, values)}
          onClose={() => setAsking(false)}
          fields={
            <>
              <Form.Item
                name="amount"
                label={words.amount}
                rules={[{ validator: (_, typed?: string) => checkAmount(typed) }]}
                required
              >
                <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
              </Form.Item>
              <Form.Item name="reference" label={words.reference} rules={required}>
                <Input maxLength={64} autoComplete="off" />
              </Form.Item>
            </>
          }
        >
          <Alert type="warning" showIcon title={words.explain} style={{ marginBottom: 16 }} />
        </ActionDialog>
      )}
    </>
  )
}
