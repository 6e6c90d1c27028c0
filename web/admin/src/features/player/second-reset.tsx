import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import type { Outcome, Player } from '../../api/wire'
import { Alert, Button, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.second

/**
 * SecondReset asks a second person to switch off the two-step login, and remove the passkeys, of a player who lost the
 * authenticator.
 */
export function SecondReset({ player }: { player: Player }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction<Outcome>(text.action.waitingSecond)
  return (
    <>
      <Space wrap>
        <span className="muted">{words.title}</span>
        <span className="muted small">{player.secondSince ? words.on(gmtTime(player.secondSince)) : words.off}</span>
        <span className="muted small">{words.passkeys(player.passkeys)}</span>
        {(player.secondSince || player.passkeys > 0) && may('player.correct') && (
          <Button size="small" onClick={() => setAsking(true)}>
            {words.button}
          </Button>
        )}
      </Space>
      {asking && (
        <ActionDialog<{ reason: string }>
          title={words.dialog(player.name)}
          okText={words.ok}
          running={running}
          quickReasons={words.quick}
          onSend={(values) => run(`/players/${player.id}/second-reset`, values)}
          onClose={() => setAsking(false)}
        >
          <Alert type="warning" showIcon title={words.explain} style={{ marginBottom: 16 }} />
        </ActionDialog>
      )}
    </>
  )
}
