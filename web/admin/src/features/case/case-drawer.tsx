import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CaseAction, CaseDetail, Said } from '../../api/wire'
import { Alert, Button, Timeline } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section, StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { CaseAmount } from './case-amount'
import { CaseDialog } from './case-dialogs'
import { subjectOf } from './rules'
import { SettleTransfer } from './settle-transfer'

const words = text.case

interface Asked {
  action: CaseAction
  detail: CaseDetail
}

/** CaseDrawer shows what each side said about a case, and lets staff do what ends it. */
export function CaseDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  const ask = useAction(text.transfer.askDone)
  const [asked, setAsked] = useState<Asked>()
  const done = () => setAsked(undefined)
  const button = (action: CaseAction, detail: CaseDetail) => {
    const [, subject] = subjectOf(detail.id)
    if (action === 'deposit.credit' || action === 'deposit.close') return null
    return (
      <Button
        key={action}
        loading={action === 'transfer.ask' && ask.running}
        onClick={() =>
          action === 'transfer.ask' ? void ask.run(`/transfers/${subject}/ask`) : setAsked({ action, detail })
        }
      >
        {words.actions[action]}
      </Button>
    )
  }
  return (
    <>
      <DetailDrawer<CaseDetail>
        title={words.title}
        path={id && `/cases/${encodeURIComponent(id)}`}
        onClose={onClose}
        actions={(detail) => [
          detail.actions.includes('deposit.credit') && (
            <Link key="deposit" to={paths.deposit(subjectOf(detail.id)[1])}>
              <Button type="primary">{words.toDeposit}</Button>
            </Link>
          ),
          detail.approvalId !== null && may('approval.view') && (
            <Link key="approvals" to={paths.approvals}>
              <Button type="primary">{words.toApprovals}</Button>
            </Link>
          ),
          ...detail.actions.map((action) => button(action, detail)),
        ]}
      >
        {(detail) => <CaseFacts detail={detail} />}
      </DetailDrawer>
      {asked?.action === 'transfer.settle' && <SettleTransfer id={subjectOf(asked.detail.id)[1]} onClose={done} />}
      {asked && asked.action !== 'transfer.settle' && <CaseDialog {...asked} onClose={done} />}
    </>
  )
}

function CaseFacts({ detail }: { detail: CaseDetail }) {
  return (
    <>
      {detail.approvalId !== null && <Alert type="info" showIcon title={words.waiting} />}
      {detail.open && detail.reason && <Alert type="warning" showIcon title={`${words.reason}：${detail.reason}`} />}
      <Facts
        facts={[
          [words.subject, detail.title],
          [
            words.state,
            <StateTag
              key="state"
              label={detail.open ? words.open : words.settled}
              tone={detail.open ? 'warning' : 'success'}
            />,
          ],
          [words.kind, words.kinds[detail.kind]],
          [words.amount, <CaseAmount key="amount" of={detail} />],
          [
            words.player,
            detail.playerId && (
              <Link key="player" to={paths.player(detail.playerId)}>
                {detail.player}
              </Link>
            ),
          ],
          [words.since, <Time key="since" ms={detail.since} />],
        ]}
      />
      <Facts title={words.facts} facts={detail.facts.map(({ label, value }): [string, string] => [label, value])} />
      <Section title={words.timeline}>
        <Timeline
          items={detail.timeline.map((said, at) => ({
            key: `${said.at} ${at}`,
            content: <SaidLine said={said} />,
          }))}
        />
      </Section>
    </>
  )
}

function SaidLine({ said }: { said: Said }) {
  return (
    <div>
      <span>{said.what}</span>
      {said.text && <span>：{said.text}</span>}
      <div className="muted small">
        {gmtTime(said.at)} · {said.by}
      </div>
      {said.raw && <pre className="raw">{said.raw}</pre>}
    </div>
  )
}
