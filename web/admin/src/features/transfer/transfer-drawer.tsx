import { useState } from 'react'
import { Link } from 'react-router'
import type { Outcome, TransferDetail } from '../../api/wire'
import { Alert, Button, Form, Input, Select, Table } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, History, Section, StateTag, type Tone } from '../../ui/facts'
import { formatYuan, validAmount, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { transferActions, transferTone } from './rules'

const words = text.transfer
type Asked = TransferDetail['asked'][number]
const answerTone: Record<Asked['answer'], Tone> = { done: 'success', refused: 'error', unknown: 'warning' }

/** TransferDrawer shows one transfer with every question put to the venue, and lets staff ask again or settle it. */
export function TransferDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  const ask = useAction<TransferDetail>(words.askDone)
  const [settling, setSettling] = useState<TransferDetail>()
  return (
    <>
      <DetailDrawer<TransferDetail>
        title={words.title}
        path={id && `/transfers/${id}`}
        onClose={onClose}
        actions={(transfer) => {
          const allowed = transferActions(transfer, may)
          return [
            allowed.includes('ask') && (
              <Button
                key="ask"
                type="primary"
                loading={ask.running}
                onClick={() => void ask.run(`/transfers/${transfer.id}/ask`)}
              >
                {words.ask}
              </Button>
            ),
            allowed.includes('settle') && (
              <Button key="settle" danger onClick={() => setSettling(transfer)}>
                {words.settle}
              </Button>
            ),
          ]
        }}
      >
        {(transfer) => <TransferFacts transfer={transfer} />}
      </DetailDrawer>
      {settling && <SettleDialog transfer={settling} onClose={() => setSettling(undefined)} />}
    </>
  )
}

function TransferFacts({ transfer }: { transfer: TransferDetail }) {
  return (
    <>
      {transfer.approvalId !== null && <Alert type="info" showIcon title={text.deposit.waitingSecond} />}
      <Facts
        facts={[
          [
            words.order,
            <span key="order" className="mono">
              {transfer.order}
            </span>,
          ],
          [
            words.state,
            <StateTag key="state" label={words.states[transfer.state]} tone={transferTone[transfer.state]} />,
          ],
          [
            words.player,
            <Link key="player" to={paths.player(transfer.playerId)}>
              {transfer.player}
            </Link>,
          ],
          [words.amount, <Yuan key="amount" value={transfer.amount} strong />],
          [words.venue, transfer.venueName],
          [words.direction, words.directions[transfer.direction]],
          [words.venueOrder, transfer.venueOrder],
          transfer.moved !== null && [words.moved, <Yuan key="moved" value={transfer.moved} strong />],
          [words.lastAnswer, transfer.lastAnswer],
          [words.created, <Time key="created" ms={transfer.createdAt} />],
          transfer.reason !== null && [text.action.reason, transfer.reason],
          [words.settled, <Time key="settled" ms={transfer.settledAt} />],
          [words.lastAsked, <Time key="last" ms={transfer.lastAskedAt} />],
          [words.nextAsk, <Time key="next" ms={transfer.nextAskAt} />],
        ]}
      />
      <Section title={words.asked}>
        <Table<Asked>
          size="small"
          rowKey={(row) => `${row.at} ${row.call}`}
          dataSource={transfer.asked}
          pagination={false}
          locale={{ emptyText: words.noAsks }}
          columns={[
            { title: words.askedAt, render: (_, row) => <Time ms={row.at} /> },
            { title: words.question, render: (_, row) => <span className="mono">{row.call}</span> },
            {
              title: words.lastAnswer,
              render: (_, row) => <StateTag label={words.answers[row.answer]} tone={answerTone[row.answer]} />,
            },
            { title: text.turnover.why, render: (_, row) => row.text },
          ]}
        />
      </Section>
      <History notes={transfer.history} />
    </>
  )
}

interface Settlement {
  outcome: 'done' | 'refused'
  proved?: string
  evidence: string
  reason: string
}

/** SettleDialog asks for what the venue has confirmed; it takes effect when a second person agrees. */
export function SettleDialog({ transfer, onClose }: { transfer: TransferDetail; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.settleDone)
  return (
    <ActionDialog<Settlement>
      title={words.settleTitle}
      okText={words.settle}
      danger
      running={running}
      initial={transfer.moved === null ? undefined : { outcome: 'done', proved: transfer.moved }}
      onSend={({ proved, ...values }) =>
        run(`/transfers/${transfer.id}/settle`, values.outcome === 'done' && proved ? { ...values, proved } : values)
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item name="outcome" label={words.outcome} rules={[{ required: true, message: text.action.required }]}>
            <Select options={Object.entries(words.outcomes).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
          <Form.Item noStyle dependencies={['outcome']}>
            {({ getFieldValue }) =>
              getFieldValue('outcome') === 'done' && (
                <Form.Item
                  name="proved"
                  label={words.provedAmount}
                  extra={words.provedHint}
                  rules={[{ validator: (_, typed?: string) => checkProved(typed) }]}
                >
                  <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
                </Form.Item>
              )
            }
          </Form.Item>
          <Form.Item
            name="evidence"
            label={words.evidence}
            rules={[{ required: true, whitespace: true, message: text.action.required }]}
          >
            <Input placeholder={words.evidenceHint} maxLength={200} autoComplete="off" />
          </Form.Item>
        </>
      }
    >
      <p>
        {transfer.player} · {words.directions[transfer.direction]} · {transfer.venueName} · ¥
        {formatYuan(transfer.amount)}
      </p>
      <Alert type="warning" showIcon title={words.settleExplain} style={{ marginBottom: 16 }} />
    </ActionDialog>
  )
}

function checkProved(typed = ''): Promise<void> {
  const amount = typed.trim()
  return amount === '' || validAmount(amount) ? Promise.resolve() : Promise.reject(new Error(text.action.amountWrong))
}
