import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Callback, CoinOrder, DepositDetail } from '../../api/wire'
import { Alert, Button, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, History, Section, StateTag, type Tone } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { CaseLink } from '../case/case-link'
import { Coins, Long, networkName } from '../coin/coins'
import { useSession } from '../session/session'
import { DepositDialog } from './deposit-dialogs'
import { type DepositAction, depositActions, depositTone } from './rules'
import { Slips } from './slips'

const words = text.deposit

/** The button that takes money in comes first and is the only filled one. */
const labels: Record<DepositAction, { label: string; primary?: boolean; danger?: boolean }> = {
  confirm: { label: words.confirm, primary: true },
  credit: { label: words.credit, primary: true },
  review: { label: words.review },
  reject: { label: words.reject, danger: true },
  close: { label: words.close, danger: true },
}

const verdictTone: Record<Callback['verdict'], Tone> = {
  accepted: 'success',
  duplicate: 'default',
  bad_signature: 'error',
  amount_differs: 'error',
  late: 'warning',
  over_limit: 'warning',
  unconfirmed: 'warning',
  unreadable: 'error',
  open: 'warning',
}

/** DepositDrawer shows one deposit in full, with the raw callbacks, and what may be done to it. */
export function DepositDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  const [asked, setAsked] = useState<{ action: DepositAction; deposit: DepositDetail }>()
  return (
    <>
      <DetailDrawer<DepositDetail>
        title={words.title}
        path={id && `/deposits/${id}`}
        onClose={onClose}
        actions={(deposit) => {
          const allowed = depositActions(deposit, may)
          const buttons = (Object.keys(labels) as DepositAction[])
            .filter((action) => allowed.includes(action))
            .map((action) => (
              <Button
                key={action}
                type={labels[action].primary ? 'primary' : 'default'}
                danger={labels[action].danger}
                onClick={() => setAsked({ action, deposit })}
              >
                {labels[action].label}
              </Button>
            ))
          const told = deposit.suspended || deposit.state === 'credited' || deposit.state === 'reversed'
          return told && may('case.view') ? [...buttons, <CaseLink key="case" id={`deposit:${deposit.id}`} />] : buttons
        }}
      >
        {(deposit) => <DepositFacts deposit={deposit} />}
      </DetailDrawer>
      {asked && <DepositDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function DepositFacts({ deposit }: { deposit: DepositDetail }) {
  return (
    <>
      {deposit.approvalId !== null && <Alert type="info" showIcon title={words.waitingSecond} />}
      {deposit.otherName && <Alert type="warning" showIcon title={words.otherName} />}
      {deposit.suspended && <Alert type="warning" showIcon title={words.suspended} />}
      {deposit.state === 'review' && deposit.reviewReason && (
        <Alert type="warning" showIcon title={`${words.reviewReason}：${deposit.reviewReason}`} />
      )}
      <Facts
        facts={[
          [
            words.order,
            <span key="order" className="mono">
              {deposit.order}
            </span>,
          ],
          [words.state, <StateTag key="state" label={words.states[deposit.state]} tone={depositTone[deposit.state]} />],
          [
            words.player,
            <Link key="player" to={paths.player(deposit.playerId)}>
              {deposit.player}
            </Link>,
          ],
          [words.method, `${deposit.method} · ${deposit.channel}`],
          [words.amount, <Yuan key="amount" value={deposit.amount} strong />],
          [words.received, <Yuan key="received" value={deposit.received} strong />],
          [words.depositor, deposit.depositor],
          [words.remark, deposit.remark],
          deposit.payerBank !== null && [words.payerBank, deposit.payerBank],
          deposit.payType !== null && [words.payType, deposit.payType],
          [words.created, <Time key="created" ms={deposit.createdAt} />],
          [words.claimed, <Time key="claimed" ms={deposit.claimedAt} />],
          [words.expires, <Time key="expires" ms={deposit.expiresAt} />],
          [words.paid, <Time key="paid" ms={deposit.paidAt} />],
          deposit.style === 'Bank' && [words.bankReference, deposit.bankReference],
          deposit.payee !== null && [
            words.payee,
            [deposit.payee.bank, deposit.payee.holder, deposit.payee.account, deposit.payee.code]
              .filter(Boolean)
              .join(' '),
          ],
          deposit.gateway !== null && [words.gateway, deposit.gateway.code],
          deposit.gateway !== null && [words.proved, <Yuan key="proved" value={deposit.proved} />],
          deposit.gateway !== null && [words.gatewayReference, deposit.gateway.reference],
        ]}
      />
      {deposit.style === 'Bank' && <Slips order={deposit.id} />}
      {deposit.coin !== null && <CoinFacts coin={deposit.coin} />}
      {deposit.gateway !== null && <Callbacks callbacks={deposit.callbacks} />}
      <History notes={deposit.history} />
    </>
  )
}

/** CoinFacts is what an order in USDT waits for: exactly these coins at exactly this address. */
function CoinFacts({ coin }: { coin: CoinOrder }) {
  return (
    <Section title={text.coin.depositFacts}>
      <Facts
        facts={[
          [text.coin.exact, <Coins key="coins" value={coin.coins} strong />],
          [text.coin.network, networkName(coin.network)],
          [text.coin.orderRate, `¥${coin.rate}`],
          [text.coin.worth, <Yuan key="worth" value={coin.worth} />],
        ]}
      />
      <Facts
        columns={1}
        facts={[
          [text.coin.to, <Long key="to" value={coin.address} />],
          [text.coin.creditedBy, coin.tx === null ? null : <Long key="tx" value={coin.tx} />],
          coin.payAddress !== null && [text.coin.payAddress, <Long key="from" value={coin.payAddress} />],
        ]}
      />
    </Section>
  )
}

function Callbacks({ callbacks }: { callbacks: Callback[] }) {
  return (
    <Section title={words.callbacks}>
      {callbacks.length === 0 ? (
        <span className="muted">{words.noCallbacks}</span>
      ) : (
        callbacks.map((callback) => (
          <div key={callback.id} className="callback">
            <Space wrap>
              <StateTag
                label={words.verdicts[callback.verdict] ?? callback.verdict}
                tone={verdictTone[callback.verdict]}
              />
              <span className="time">{gmtTime(callback.at)}</span>
              <span className="muted small">
                {callback.method} · {callback.remote}
              </span>
              {callback.note && <span>{callback.note}</span>}
            </Space>
            <pre className="raw">{callback.raw}</pre>
          </div>
        ))
      )}
    </Section>
  )
}
