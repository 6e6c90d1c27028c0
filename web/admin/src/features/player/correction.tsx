import { useState } from 'react'
import type { Approval, Corrected, Outcome, Player } from '../../api/wire'
import { Alert, Button, EditOutlined, EyeOutlined, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts } from '../../ui/facts'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.player.correct

export type CorrectableField = 'trueName' | 'phone' | 'email' | 'birthday'

/** Correction is the button by which staff ask a second person to correct a personal field. */
export function Correction({ player, field, label }: { player: Player; field: CorrectableField; label: string }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction<Outcome>(text.action.waitingSecond)
  if (!may('player.correct')) return null
  return (
    <>
      <Button
        type="text"
        size="small"
        aria-label={words.button(label)}
        icon={<EditOutlined />}
        onClick={() => setAsking(true)}
      />
      {asking && (
        <ActionDialog<{ value: string; reason: string }>
          title={words.title(player.name, label)}
          okText={words.ok}
          running={running}
          quickReasons={words.quick}
          onSend={({ value, reason }) => run(`/players/${player.id}/correct`, { field, value: value.trim(), reason })}
          onClose={() => setAsking(false)}
          fields={
            <Form.Item
              name="value"
              label={words.value}
              rules={[{ required: true, whitespace: true, message: words.required }]}
            >
              <Input
                maxLength={100}
                autoComplete="off"
                placeholder={field === 'birthday' ? '1990-01-31' : undefined}
                inputMode={field === 'phone' ? 'numeric' : undefined}
              />
            </Form.Item>
          }
        >
          <Alert type="warning" showIcon title={words.explain} style={{ marginBottom: 16 }} />
        </ActionDialog>
      )}
    </>
  )
}

/** CorrectedValues shows the second person both whole values of a request, on a reason that the server audits. */
export function CorrectedValues({ approval }: { approval: Approval }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState<Corrected>()
  const { run, running } = useAction<Corrected>(text.player.revealDone)
  if (shown) {
    return (
      <Facts
        columns={1}
        facts={[
          [words.was, shown.was || words.unset],
          [words.value, shown.value],
        ]}
      />
    )
  }
  if (!may('player.reveal')) return null
  return (
    <>
      <Button size="small" icon={<EyeOutlined />} style={{ marginTop: 12 }} onClick={() => setAsking(true)}>
        {words.full}
      </Button>
      {asking && (
        <ActionDialog<{ reason: string }>
          title={words.fullTitle}
          okText={text.player.reveal}
          running={running}
          quickReasons={text.player.quickReveal}
          onSend={async ({ reason }) => {
            const result = await run(`/approvals/${approval.id}/reveal`, { reason })
            setShown(result.answer)
            return result
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text.player.revealExplain}</p>
        </ActionDialog>
      )}
    </>
  )
}
