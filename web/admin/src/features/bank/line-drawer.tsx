import { useState } from 'react'
import { Link } from 'react-router'
import type { BankLine, BankProposal, BankResult } from '../../api/wire-bank'
import { Alert, App, Button, Flex, Form, Input, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section, StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { orderPath } from './order-path'
import { levelTone, lineTone } from './rules'

const words = text.bank

type Step = 'suspend' | 'link' | 'ignore' | 'reopen'
interface Asked {
  line: BankLine
  step: Step | 'book'
  order?: string
}

/** LineDrawer shows a line with the orders that it may pay, for a person to choose. */
export function LineDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <DetailDrawer<BankLine>
        title={words.title}
        path={id && `/bank/lines/${id}`}
        onClose={onClose}
        actions={(line) => (
          <>
            {line.state === 'open' && line.incoming && may('deposit.confirm') && (
              <Button onClick={() => setAsked({ line, step: 'suspend' })}>{words.suspend}</Button>
            )}
            {line.state === 'open' && may('bank.import') && (
              <>
                <Button onClick={() => setAsked({ line, step: 'link' })}>{words.link}</Button>
                <Button onClick={() => setAsked({ line, step: 'ignore' })}>{words.ignore}</Button>
              </>
            )}
            {(line.state === 'linked' || line.state === 'ignored') && may('bank.import') && (
              <Button onClick={() => setAsked({ line, step: 'reopen' })}>{words.reopen}</Button>
            )}
          </>
        )}
      >
        {(line) => <LineFacts line={line} onAsk={setAsked} />}
      </DetailDrawer>
      {asked?.step === 'book' && <BookDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {asked && asked.step !== 'book' && (
        <StepDialog line={asked.line} step={asked.step} order={asked.order} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

function LineFacts({ line, onAsk }: { line: BankLine; onAsk: (asked: Asked) => void }) {
  return (
    <>
      <Facts
        facts={[
          [words.state, <StateTag key="state" label={words.states[line.state]} tone={lineTone[line.state]} />],
          [words.way, words.ways[line.incoming ? 'in' : 'out']],
          [words.amount, <Yuan key="amount" value={line.amount} strong />],
          [words.at, <Time key="at" ms={line.at} />],
          [words.name, line.name],
          [words.tail, line.tail],
          [words.serial, line.serial || words.noSerial],
          [words.account, line.label],
          [words.file, words.line(line.no)],
          [words.order, <LineOrder key="order" order={line.order} />],
          line.decidedBy !== null && [words.decided, line.decidedBy],
          line.reason !== null && [words.reason, line.reason],
        ]}
      />
      <Facts columns={1} facts={[[words.remark, line.remark]]} />
      {line.state === 'open' && (
        <Section title={words.proposals}>
          {line.proposals.length === 0 ? (
            <span className="muted">{words.noProposals}</span>
          ) : (
            <Flex vertical gap={12}>
              {line.proposals.map((proposal) => (
                <Proposed key={proposal.order} line={line} proposal={proposal} onAsk={onAsk} />
              ))}
            </Flex>
          )}
        </Section>
      )}
    </>
  )
}

function LineOrder({ order }: { order: string | null }) {
  const path = order === null ? undefined : orderPath(order)
  return path ? <Link to={path}>{order}</Link> : order
}

interface ProposedProps {
  line: BankLine
  proposal: BankProposal
  onAsk: (asked: Asked) => void
}

function Proposed({ line, proposal, onAsk }: ProposedProps) {
  const { may } = useSession()
  const path = orderPath(proposal.order)
  const books = may(line.incoming ? 'deposit.confirm' : 'withdrawal.pay')
  return (
    <Flex gap={8} wrap align="center" justify="space-between">
      <Space wrap>
        <StateTag label={words.levels[proposal.level]} tone={levelTone[proposal.level]} />
        {path && <Link to={path}>{proposal.order}</Link>}
        <span>{proposal.playerId}</span>
        <span>{proposal.name}</span>
        <Yuan value={proposal.amount} />
        <Time ms={proposal.at} />
        <span className="muted small">{proposal.why.join('，')}</span>
      </Space>
      {proposal.approvalId !== null ? (
        <StateTag label={words.waiting} tone="processing" />
      ) : proposal.booked ? (
        may('bank.import') && (
          <Button size="small" onClick={() => onAsk({ line, step: 'link', order: proposal.order })}>
            {words.link}
          </Button>
        )
      ) : (
        books && (
          <Button
            size="small"
            type={proposal.offered ? 'primary' : 'default'}
            onClick={() => onAsk({ line, step: 'book', order: proposal.order })}
          >
            {line.incoming ? words.confirm : words.confirmPay}
          </Button>
        )
      )}
    </Flex>
  )
}

/** BookDialog confirms one line for the order that a person chose. */
function BookDialog({ asked: { line, order }, onClose }: { asked: Asked; onClose: () => void }) {
  const { message } = App.useApp()
  const { run, running } = useAction<{ items: BankResult[] }>(words.done)
  return (
    <ActionDialog<{ reason: string }>
      title={words.confirmTitle(1)}
      okText={line.incoming ? words.confirm : words.confirmPay}
      quickReasons={words.quick}
      running={running}
      onSend={async ({ reason }) => {
        const sent = await run(line.incoming ? '/bank/credit' : '/bank/pay', {
          items: [{ line: line.id, order: order ?? '', chosen: true }],
          reason,
        })
        const result = sent.answer?.items[0]
        if (result?.status === 'refused') {
          message.error(result.problem ?? words.result.refused)
          return { ok: false }
        }
        if (result?.status === 'waiting') message.info(words.result.waiting)
        return sent
      }}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={words.confirmExplain(1, line.amount)} description={words.confirmNote} />
    </ActionDialog>
  )
}

const steps: Record<Step, { title: string; explain?: string; ok: string; done: string; quick?: readonly string[] }> = {
  suspend: { title: words.suspendTitle, explain: words.suspendExplain, ok: words.suspend, done: words.suspended },
  link: { title: words.linkTitle, explain: words.linkExplain, ok: words.link, done: words.linked },
  ignore: {
    title: words.ignoreTitle,
    explain: words.ignoreExplain,
    ok: words.ignore,
    done: words.ignored,
    quick: words.quickIgnore,
  },
  reopen: { title: words.reopenTitle, ok: words.reopen, done: words.reopened },
}

interface StepDialogProps {
  line: BankLine
  step: Step
  order?: string
  onClose: () => void
}

function StepDialog({ line, step, order, onClose }: StepDialogProps) {
  const { title, explain, ok, done, quick } = steps[step]
  const { run, running } = useAction(done)
  return (
    <ActionDialog<{ reason: string; order?: string }>
      title={title}
      okText={ok}
      quickReasons={quick}
      initial={step === 'link' ? { order } : undefined}
      running={running}
      onSend={(values) => run(`/bank/lines/${line.id}/${step}`, values)}
      onClose={onClose}
      fields={
        step === 'link' && (
          <Form.Item name="order" label={words.orderNo} rules={[{ required: true, message: words.orderWrong }]}>
            <Input autoComplete="off" maxLength={64} />
          </Form.Item>
        )
      }
    >
      {explain && <Alert type="info" showIcon title={explain} />}
    </ActionDialog>
  )
}
