import { useState } from 'react'
import type { Outcome, PayoutAttempt, PayoutState, Withdrawal, WithdrawalDetail } from '../../api/wire'
import { Alert, Button, Flex, Form, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts, Section, StateTag, type Tone } from '../../ui/facts'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.payout

const tones: Record<PayoutState, Tone> = {
  planned: 'processing',
  asked: 'processing',
  accepted: 'processing',
  refused: 'warning',
  unknown: 'warning',
  paid: 'success',
  failed: 'error',
}

/** undecided says that an attempt may have paid its order: it has no end, or its company says paid after it had failed. */
function undecided({ endedAt, state, needs }: PayoutAttempt, order: WithdrawalDetail['state']): boolean {
  return endedAt === null || (order === 'approved' && state === 'failed' && needs !== null)
}

/** attemptOpen says that a company may still pay a withdrawal, or paid it late: then nobody else does. */
export function attemptOpen({ state, attempts }: Pick<WithdrawalDetail, 'state' | 'attempts'>): boolean {
  return state === 'approved' && attempts.some((attempt) => undecided(attempt, state))
}

/** Attempts lists what companies did to pay a withdrawal, and has a company pay it with one click. */
export function Attempts({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { me, may } = useSession()
  const [sending, setSending] = useState(false)
  const [decided, setDecided] = useState<{ attempt: PayoutAttempt; paid: boolean }>()
  const { attempts, companies } = withdrawal
  const sends =
    withdrawal.state === 'approved' &&
    !attemptOpen(withdrawal) &&
    may('withdrawal.pay') &&
    withdrawal.approvedBy[0] !== me.name
  if (attempts.length === 0 && (!sends || companies.length === 0)) return null
  return (
    <Section
      title={words.title}
      extra={
        sends && (
          <Button size="small" type="primary" onClick={() => setSending(true)}>
            {words.send}
          </Button>
        )
      }
    >
      {attemptOpen(withdrawal) && <Alert type="info" showIcon title={words.open} style={{ marginBottom: 12 }} />}
      <Flex vertical gap={12}>
        {attempts.map((attempt) => (
          <Attempt
            key={attempt.ref}
            attempt={attempt}
            open={undecided(attempt, withdrawal.state)}
            onDecide={
              attempt.decidable && withdrawal.approvalId === null && may('withdrawal.pay')
                ? (paid) => setDecided({ attempt, paid })
                : undefined
            }
          />
        ))}
      </Flex>
      {sending && <SendDialog withdrawal={withdrawal} onClose={() => setSending(false)} />}
      {decided && (
        <DecideDialog
          id={withdrawal.id}
          {...decided}
          ended={!undecided(decided.attempt, withdrawal.state)}
          onClose={() => setDecided(undefined)}
        />
      )}
    </Section>
  )
}

function Attempt({
  attempt,
  open,
  onDecide,
}: {
  attempt: PayoutAttempt
  open: boolean
  onDecide?: (paid: boolean) => void
}) {
  return (
    <div>
      <Flex gap={8} align="center" wrap style={{ marginBottom: 6 }}>
        <strong>{words.attempt(attempt.no, attempt.company)}</strong>
        <StateTag label={words.states[attempt.state]} tone={tones[attempt.state]} />
        {attempt.asks > 0 && <span className="muted small">{words.asks(attempt.asks)}</span>}
        {onDecide &&
          (open ? (
            <>
              <Button size="small" onClick={() => onDecide(true)}>
                {words.decidePaid}
              </Button>
              <Button size="small" danger onClick={() => onDecide(false)}>
                {words.decideNotPaid}
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => onDecide(true)}>
              {words.settle}
            </Button>
          ))}
      </Flex>
      {attempt.needs !== null && <Alert type="error" showIcon title={attempt.needs} style={{ marginBottom: 6 }} />}
      <Facts
        facts={[
          [
            words.ref,
            <span key="ref" className="mono">
              {attempt.ref}
            </span>,
          ],
          [
            words.txn,
            attempt.txn !== null && (
              <span key="txn" className="mono">
                {attempt.txn}
              </span>
            ),
          ],
          [words.answer, attempt.answer],
          [words.by, attempt.by],
          attempt.paid !== null && [words.said, <Yuan key="paid" value={attempt.paid} />],
          [words.made, <Time key="made" ms={attempt.madeAt} />],
          [words.asked, <Time key="asked" ms={attempt.askedAt} />],
          attempt.endedAt === null
            ? [words.next, <Time key="next" ms={attempt.nextAt} />]
            : [words.ended, <Time key="ended" ms={attempt.endedAt} />],
        ]}
      />
    </div>
  )
}

/** SendDialog asks which company is to pay. The destination is the order's and cannot be entered. */
function SendDialog({ withdrawal, onClose }: { withdrawal: WithdrawalDetail; onClose: () => void }) {
  const { run, running } = useAction<Withdrawal>(words.sendDone)
  return (
    <ActionDialog<{ company: string }>
      title={words.sendTitle}
      okText={words.send}
      running={running}
      reason="none"
      onSend={({ company }) => run(`/withdrawals/${withdrawal.id}/company`, { company })}
      onClose={onClose}
      fields={
        <Form.Item name="company" label={words.company} rules={[{ required: true, message: words.chooseCompany }]}>
          <Select
            placeholder={words.chooseCompany}
            notFoundContent={words.noCompany}
            options={withdrawal.companies.map(({ code, name, why }) => ({
              value: code,
              label: why === null ? name : `${name}（${why}）`,
              disabled: why !== null,
            }))}
          />
        </Form.Item>
      }
    >
      <p>{words.sendExplain(withdrawal.card.holder, withdrawal.card.bank, formatYuan(withdrawal.amount))}</p>
    </ActionDialog>
  )
}

/** DecideDialog asks a second person to agree to what became of an attempt. */
function DecideDialog({
  id,
  attempt,
  paid,
  ended,
  onClose,
}: {
  id: string
  attempt: PayoutAttempt
  paid: boolean
  ended: boolean
  onClose: () => void
}) {
  const { run, running } = useAction<Outcome>(words.decideDone)
  return (
    <ActionDialog<{ reason?: string }>
      title={words.decideTitle}
      okText={ended ? words.settle : paid ? words.decidePaid : words.decideNotPaid}
      danger={!ended && !paid}
      running={running}
      reason="required"
      quickReasons={ended ? undefined : paid ? words.quickPaid : words.quickNotPaid}
      onSend={(values) => run(`/withdrawals/${id}/attempt`, { ...values, ref: attempt.ref, paid })}
      onClose={onClose}
    >
      <p>{ended ? words.settleExplain : paid ? words.decidePaidExplain : words.decideNotPaidExplain}</p>
    </ActionDialog>
  )
}
