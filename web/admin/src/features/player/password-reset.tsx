import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import type { Player, ResetCode } from '../../api/wire'
import { Alert, Button, Flex, Modal, Space, Typography } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.player.reset

type Which = 'login' | 'withdraw'

/** PasswordReset issues the code with which a player who forgot a password sets a new one; staff learn no password. */
export function PasswordReset({ player }: { player: Player }) {
  const { may } = useSession()
  const [asked, setAsked] = useState<Which>()
  const [issued, setIssued] = useState<{ which: Which; code: ResetCode }>()
  return (
    <>
      <Space wrap>
        <span className="muted">{words.title}</span>
        {may('player.reset') && (
          <>
            <Button size="small" onClick={() => setAsked('login')}>
              {words.button}
            </Button>
            <Button size="small" onClick={() => setAsked('withdraw')}>
              {words.withdrawButton}
            </Button>
          </>
        )}
        <span className="muted small">{player.resetAt ? words.resetAt(gmtTime(player.resetAt)) : words.never}</span>
      </Space>
      {player.reset && (
        <div className="muted small">
          {words.live(player.reset.by, gmtTime(player.reset.at), gmtTime(player.reset.expiresAt), player.reset.tries)}
          {player.reset.withdraws && words.liveWithdraw}
        </div>
      )}
      {asked && (
        <IssueDialog
          player={player}
          which={asked}
          onIssued={(code) => setIssued({ which: asked, code })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {issued && (
        <CodeDialog player={player} which={issued.which} issued={issued.code} onClose={() => setIssued(undefined)} />
      )}
    </>
  )
}

interface IssueDialogProps {
  player: Player
  which: Which
  onIssued: (issued: ResetCode) => void
  onClose: () => void
}

function IssueDialog({ player, which, onIssued, onClose }: IssueDialogProps) {
  const { run, running } = useAction<ResetCode>(words.done)
  return (
    <ActionDialog<{ reason: string }>
      title={which === 'login' ? words.issueTitle(player.name) : words.withdrawTitle(player.name)}
      okText={words.issue}
      running={running}
      quickReasons={words.quick}
      onSend={async (values) => {
        const result = await run(`/players/${player.id}/${which === 'login' ? 'reset' : 'withdraw-reset'}`, values)
        if (result.answer) onIssued(result.answer)
        return result
      }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={words.explain} style={{ marginBottom: 16 }} />
    </ActionDialog>
  )
}

interface CodeDialogProps {
  player: Player
  which: Which
  issued: ResetCode
  onClose: () => void
}

/** CodeDialog shows the code, the only time it can be seen. */
function CodeDialog({ player, which, issued, onClose }: CodeDialogProps) {
  return (
    <Modal
      open
      title={words.codeTitle(player.name)}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={words.once} />
        <Typography.Text copyable className="reset-code">
          {issued.code}
        </Typography.Text>
        <div className="muted small">{words.until(gmtTime(issued.expiresAt))}</div>
        <div>{which === 'login' ? words.tell : words.withdrawTell}</div>
      </Flex>
    </Modal>
  )
}
