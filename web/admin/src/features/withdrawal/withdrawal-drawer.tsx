import { useState } from 'react'
import { Link } from 'react-router'
import type { Destination, Risk, WithdrawalDetail } from '../../api/wire'
import { Alert, Button, EyeOutlined } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, History, Section, StateTag } from '../../ui/facts'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { CaseLink } from '../case/case-link'
import { useSession } from '../session/session'
import { BucketTable } from '../turnover/bucket-table'
import { Attempts, attemptOpen } from './attempts'
import { Flags } from './columns'
import { PayoutFacts } from './payout-facts'
import { type WithdrawalAction, withdrawalActions, withdrawalTone } from './rules'
import { type AskedAction, WithdrawalDialog } from './withdrawal-dialogs'

const words = text.withdrawal

const labels: Record<WithdrawalAction, { label: string; primary?: boolean; danger?: boolean }> = {
  claim: { label: words.claim, primary: true },
  approve: { label: words.approve, primary: true },
  secondApprove: { label: words.secondApprove, primary: true },
  pay: { label: words.pay, primary: true },
  release: { label: words.release },
  secondRefuse: { label: words.secondRefuse, danger: true },
  reject: { label: words.reject, danger: true },
  fail: { label: words.fail, danger: true },
  unknown: { label: words.unknown },
  senderOurs: { label: text.coin.senderOurs, primary: true },
  senderNot: { label: text.coin.senderNot, danger: true },
}

/** WithdrawalDrawer shows one withdrawal with everything a decision needs, and the decisions open to this person. */
export function WithdrawalDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { me, may } = useSession()
  const [asked, setAsked] = useState<{ action: AskedAction; withdrawal: WithdrawalDetail }>()
  const claim = useAction(words.claimDone)
  const release = useAction(words.releaseDone)
  const begin = (action: WithdrawalAction, withdrawal: WithdrawalDetail) => {
    if (action === 'claim') void claim.run(`/withdrawals/${withdrawal.id}/claim`)
    else if (action === 'release') void release.run(`/withdrawals/${withdrawal.id}/release`)
    else setAsked({ action, withdrawal })
  }
  return (
    <>
      <DetailDrawer<WithdrawalDetail>
        title={words.title}
        path={id && `/withdrawals/${id}`}
        onClose={onClose}
        actions={(withdrawal) => [
          ...(attemptOpen(withdrawal) ? [] : withdrawalActions(withdrawal, me, may)).map((action) => (
            <Button
              key={action}
              type={labels[action].primary ? 'primary' : 'default'}
              danger={labels[action].danger}
              loading={(action === 'claim' && claim.running) || (action === 'release' && release.running)}
              onClick={() => begin(action, withdrawal)}
            >
              {action === 'pay' && withdrawal.payout !== null ? text.coin.pay : labels[action].label}
            </Button>
          )),
          ['paid', 'failed', 'rejected'].includes(withdrawal.state) && may('case.view') && (
            <CaseLink key="case" id={`withdrawal:${withdrawal.id}`} />
          ),
        ]}
      >
        {(withdrawal) => <WithdrawalFacts withdrawal={withdrawal} />}
      </DetailDrawer>
      {asked && <WithdrawalDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function WithdrawalFacts({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { me } = useSession()
  const { account } = withdrawal
  const another = withdrawal.state === 'claimed' && withdrawal.claimedBy && withdrawal.claimedBy.id !== me.id
  return (
    <>
      {withdrawal.exposed !== null && <Alert type="error" showIcon title={words.exposed} />}
      {another && <Alert type="info" showIcon title={words.claimedBy(withdrawal.claimedBy?.name ?? '')} />}
      <Facts
        facts={[
          [
            words.order,
            <span key="order" className="mono">
              {withdrawal.order}
            </span>,
          ],
          [
            words.state,
            <StateTag key="state" label={words.states[withdrawal.state]} tone={withdrawalTone[withdrawal.state]} />,
          ],
          [
            words.player,
            <Link key="player" to={paths.player(withdrawal.playerId)}>
              {withdrawal.player}
            </Link>,
          ],
          [words.amount, <Yuan key="amount" value={withdrawal.amount} strong />],
          [words.created, <Time key="created" ms={withdrawal.createdAt} />],
          [words.fee, <Yuan key="fee" value={withdrawal.fee} />],
          [words.claimer, withdrawal.claimedBy?.name],
          [words.claimUntil, <Time key="until" ms={withdrawal.claimExpiresAt} />],
          [words.approvedBy, withdrawal.approvedBy.join('、')],
          withdrawal.heldUntil !== null && [words.held, <Time key="held" ms={withdrawal.heldUntil} />],
          withdrawal.batch > 0 && [text.batch.number, withdrawal.batch],
          withdrawal.reference !== null && [words.reference, withdrawal.reference],
          withdrawal.reason !== null && [words.reason, withdrawal.reason],
          [words.ended, <Time key="ended" ms={withdrawal.endedAt} />],
        ]}
      />
      <Section title={words.flags}>
        <Flags flags={withdrawal.flags} />
        <Risks withdrawal={withdrawal} />
      </Section>
      {withdrawal.payout === null ? (
        <>
          <CardFacts withdrawal={withdrawal} />
          <Attempts withdrawal={withdrawal} />
        </>
      ) : (
        <PayoutFacts withdrawal={withdrawal} payout={withdrawal.payout} />
      )}
      <Facts
        title={words.account}
        facts={[
          [words.centre, <Yuan key="centre" value={account.centre} />],
          [words.locked, <Yuan key="locked" value={account.locked} />],
          [words.depositsTotal, words.countAmount(account.deposits.count, formatYuan(account.deposits.amount))],
          [
            words.withdrawalsTotal,
            words.countAmount(account.withdrawals.count, formatYuan(account.withdrawals.amount)),
          ],
          [words.registered, <Time key="registered" ms={account.registeredAt} />],
        ]}
      />
      <BucketTable turnover={withdrawal.turnover} playerId={withdrawal.playerId} title={text.turnover.titleNow} />
      <History notes={withdrawal.history} />
    </>
  )
}

const placeOf: Record<Risk['place'], (player: string) => string> = {
  links: (player) => paths.playerVip(player),
  cases: (player) => paths.playerCases(player),
  transfers: (player) => paths.playerTab(player, 'transfers'),
  promotions: (player) => paths.playerPromo(player),
  sessions: (player) => paths.playerTab(player, 'sessions'),
  withdrawals: (player) => paths.playerTab(player, 'withdrawals'),
  bets: (player) => paths.playerTab(player, 'bets'),
}

/** Risks are what the house knows of the player that a person should look at, each with the way to where it is seen. */
function Risks({ withdrawal: { risks, playerId } }: { withdrawal: WithdrawalDetail }) {
  if (risks.length === 0) return <div className="muted small">{words.noRisks}</div>
  return (
    <ul className="risks">
      {risks.map(({ code, text: sentence, place }) => (
        <li key={code}>
          <Link to={placeOf[place](playerId)}>{sentence}</Link>
        </li>
      ))}
    </ul>
  )
}

/** CardFacts shows the card masked; who pays may have it shown in full, which the server writes to the audit trail. */
function CardFacts({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { me, may } = useSession()
  const { run, running } = useAction<Destination>(text.player.revealDone)
  const [full, setFull] = useState<Destination>()
  const card = full ?? withdrawal.card
  return (
    <Section
      title={words.card}
      extra={
        withdrawal.state === 'approved' &&
        !attemptOpen(withdrawal) &&
        may('withdrawal.pay') &&
        withdrawal.approvedBy[0] !== me.name &&
        !full && (
          <Button
            size="small"
            icon={<EyeOutlined />}
            loading={running}
            onClick={async () => setFull((await run(`/withdrawals/${withdrawal.id}/destination`)).answer)}
          >
            {words.reveal}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [words.bank, card.bank],
          [words.holder, card.holder],
          [
            words.number,
            <span key="number" className="mono">
              {card.number}
            </span>,
          ],
          [words.region, `${card.province} / ${card.city}`],
          [words.branch, card.branch],
        ]}
      />
    </Section>
  )
}
