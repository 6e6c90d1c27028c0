import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import type { Freezable, Outcome, Player } from '../../api/wire'
import { Button, Card, Flex, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts } from '../../ui/facts'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { type CorrectableField, Correction } from './correction'
import { PasswordReset } from './password-reset'
import { FrozenTags } from './players-page'
import { Revealable } from './revealable'
import { SecondReset } from './second-reset'

const words = text.player
const freezables: Freezable[] = ['login', 'deposit', 'transfer', 'launch', 'bet', 'withdraw']
const countAmount = text.withdrawal.countAmount

/** PlayerHead is who the player is (masked), what is forbidden to them, and their figures. */
export function PlayerHead({ player }: { player: Player }) {
  const { totals } = player
  return (
    <Card size="small">
      <Flex vertical gap={12}>
        <Facts
          columns={3}
          facts={[
            [
              words.phone,
              <Personal key="phone" player={player} field="phone" label={words.phone} masked={player.phone} />,
            ],
            [
              words.trueName,
              <Personal key="name" player={player} field="trueName" label={words.trueName} masked={player.trueName} />,
            ],
            [
              words.email,
              <Personal key="email" player={player} field="email" label={words.email} masked={player.email} />,
            ],
            [
              words.birthday,
              <Personal
                key="birthday"
                player={player}
                field="birthday"
                label={words.birthday}
                masked={player.birthday}
              />,
            ],
            [words.vip, `VIP${player.vipLevel}`],
            [words.autoTransfer, player.autoTransfer ? words.on : words.off],
            [words.registered, <RegisteredFrom key="registered" ms={player.registeredAt} ip={player.registerIp} />],
            [words.lastLogin, <RegisteredFrom key="last" ms={player.lastLoginAt} ip={player.lastIp} />],
            [words.deposits, countAmount(totals.deposits.count, formatYuan(totals.deposits.amount))],
            [words.withdrawals, countAmount(totals.withdrawals.count, formatYuan(totals.withdrawals.amount))],
            [words.validBet, <Yuan key="valid" value={totals.validBet} />],
            [words.winLoss, <Yuan key="winLoss" value={totals.winLoss} signed />],
          ]}
        />
        <Restrictions player={player} />
        <PasswordReset player={player} />
        <SecondReset player={player} />
      </Flex>
    </Card>
  )
}

interface PersonalProps {
  player: Player
  field: CorrectableField
  label: string
  masked: string | null
}

/** Personal is a masked field that may be looked at and corrected. */
function Personal({ player, field, label, masked }: PersonalProps) {
  return (
    <>
      <Revealable playerId={player.id} field={field} label={label} masked={masked} />
      <Correction player={player} field={field} label={label} />
    </>
  )
}

function RegisteredFrom({ ms, ip }: { ms: number | null; ip: string | null }) {
  return (
    <>
      <Time ms={ms} /> {ip && <span className="muted small">{ip}</span>}
    </>
  )
}

interface Asked {
  what: Freezable
  freeze: boolean
}

function Restrictions({ player }: { player: Player }) {
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <Space wrap>
        <span className="muted">{words.restrictions}</span>
        <FrozenTags frozen={player.frozen} stopped={player.stopped} />
        {may('player.freeze') &&
          freezables.map((what) => {
            const frozen = player.freezes[what] !== null
            if (player.freezes[what]?.two) return null
            return (
              <Button key={what} size="small" danger={!frozen} onClick={() => setAsked({ what, freeze: !frozen })}>
                {frozen ? words.unfreeze(words.freezable[what]) : words.freeze(words.freezable[what])}
              </Button>
            )
          })}
        {may('player.freeze') && freezables.some((what) => player.freezes[what]?.two) && <LiftReturn player={player} />}
      </Space>
      {freezables.map((what) => {
        const freeze = player.freezes[what]
        return (
          freeze && (
            <div key={what} className="muted small">
              {words.frozen[what]} · {words.frozenSince(freeze.by, gmtTime(freeze.at), freeze.reason)}
            </div>
          )
        )
      })}
      {asked && <FreezeDialog player={player} {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** LiftReturn asks a second person to lift what blocks a player who looks like one under self-exclusion. */
function LiftReturn({ player }: { player: Player }) {
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction<Outcome>(text.action.waitingSecond)
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {words.lift.button}
      </Button>
      {asking && (
        <ActionDialog<{ reason: string }>
          title={`${player.name}：${words.lift.button}`}
          okText={words.correct.ok}
          running={running}
          quickReasons={words.lift.quick}
          onSend={(values) => run(`/players/${player.id}/return/lift`, values)}
          onClose={() => setAsking(false)}
        >
          <p>{words.lift.explain}</p>
        </ActionDialog>
      )}
    </>
  )
}

interface FreezeDialogProps extends Asked {
  player: Player
  onClose: () => void
}

function FreezeDialog({ player, what, freeze, onClose }: FreezeDialogProps) {
  const { run, running } = useAction<Outcome>(freeze ? words.freezeDone : words.unfreezeDone)
  const name = freeze ? words.freeze(words.freezable[what]) : words.unfreeze(words.freezable[what])
  return (
    <ActionDialog<{ reason: string }>
      title={`${player.name}：${name}`}
      okText={name}
      danger={freeze}
      running={running}
      quickReasons={freeze ? words.quickFreeze : undefined}
      onSend={({ reason }) => run(`/players/${player.id}/${freeze ? 'freeze' : 'unfreeze'}`, { what, reason })}
      onClose={onClose}
    >
      <p>{freeze ? words.freezeExplain[what] : words.unfreezeExplain}</p>
    </ActionDialog>
  )
}
