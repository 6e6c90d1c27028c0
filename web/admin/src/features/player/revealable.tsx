import { useState } from 'react'
import type { RevealField } from '../../api/wire'
import { Button, EyeOutlined } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.player

interface RevealableProps {
  playerId: string
  field: RevealField
  label: string
  masked: string | null
  cardId?: string
}

/**
 * Revealable is a masked personal value with an eye beside it for those who may look. The whole value is asked
 * for with a reason, which the server audits, and it is forgotten when the page is left.
 */
export function Revealable({ playerId, field, label, masked, cardId }: RevealableProps) {
  const { may } = useSession()
  const { run, running } = useAction<{ value: string }>(words.revealDone)
  const [asking, setAsking] = useState(false)
  const [value, setValue] = useState<string>()
  if (masked === null) return <span className="muted">—</span>
  return (
    <>
      <span className="mono">{value ?? masked}</span>
      {may('player.reveal') && value === undefined && (
        <Button
          type="text"
          size="small"
          aria-label={`${words.reveal}${label}`}
          icon={<EyeOutlined />}
          onClick={() => setAsking(true)}
        />
      )}
      {asking && (
        <ActionDialog<{ reason: string }>
          title={words.revealTitle(label)}
          okText={words.reveal}
          running={running}
          quickReasons={words.quickReveal}
          onSend={async ({ reason }) => {
            const result = await run(`/players/${playerId}/reveal`, { field, cardId, reason })
            setValue(result.answer?.value)
            return result
          }}
          onClose={() => setAsking(false)}
        >
          <p>{words.revealExplain}</p>
        </ActionDialog>
      )}
    </>
  )
}
