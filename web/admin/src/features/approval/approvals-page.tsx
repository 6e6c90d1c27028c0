import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Approval, ApprovalState, Invited } from '../../api/wire'
import { Button, Flex, Form, Input, type ProColumns, ProFormSelect, Space, Tooltip } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { BulkBar } from '../../ui/bulk'
import { Facts, StateTag, type Tone } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { Waiting } from '../../ui/waiting'
import { WithPictures } from '../../ui/with-pictures'
import { InvitedDialog } from '../account/invited-dialog'
import { CorrectedValues } from '../player/correction'
import { bulkApprovals } from './bulk'

const words = text.approval
const idOf = (row: Approval) => row.id

const tone: Record<ApprovalState, Tone> = {
  pending: 'warning',
  approved: 'success',
  refused: 'error',
  withdrawn: 'default',
  expired: 'default',
  void: 'default',
}

type Act = 'approve' | 'refuse' | 'withdraw'

export interface Decision {
  approval: Approval
  act: Act
}

export default function ApprovalsPage() {
  const url = useUrlState()
  const [decision, setDecision] = useState<Decision>()
  const [invited, setInvited] = useState<Invited>()
  const [chosen, setChosen] = useState<Approval[]>([])
  const waiting = (url.filters.state ?? 'pending') === 'pending'
  const columns = useMemo(() => approvalColumns(setDecision, !waiting), [waiting])
  // Without a filter in the address the page shows what waits.
  const fixed = useMemo(() => (url.filters.state ? {} : { state: 'pending' }), [url.filters.state])
  return (
    <>
      <ListPage<Approval>
        title={words.title}
        name="approvals"
        path="/approvals"
        url={url}
        fixed={fixed}
        columns={columns}
        card={(row) => <ApprovalCard approval={row} onDecide={setDecision} />}
        rowKey={idOf}
        poll={10_000}
        empty={words.empty}
        selection={waiting ? { chosen, onChange: setChosen } : undefined}
        toolbar={<BulkBar key="bulk" chosen={chosen} acts={bulkApprovals} onClear={() => setChosen([])} />}
        filters={[
          <ProFormSelect
            key="state"
            name="state"
            label={words.state}
            valueEnum={words.states}
            placeholder={words.states.pending}
          />,
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
        ]}
      />
      {decision && <DecisionDialog {...decision} onInvited={setInvited} onClose={() => setDecision(undefined)} />}
      {invited && <InvitedDialog invited={invited} halved onClose={() => setInvited(undefined)} />}
    </>
  )
}

/** What a level or the fund brings is C$. */
const unitOf = ({ kind }: Approval) => (/^(fund|vip)\./.test(kind) ? text.fund.unit : '¥')

function subjectPath({ subject }: Approval): string {
  switch (subject.type) {
    case 'deposit':
      return paths.deposit(subject.id)
    case 'withdrawal':
      return paths.withdrawal(subject.id)
    case 'transfer':
      return paths.transfer(subject.id)
    case 'money':
    case 'owed':
      return paths.case(`${subject.type}:${subject.id}`)
    case 'batch':
      return paths.bank
    case 'promo':
    case 'promo.start':
      return paths.promo
    case 'award':
      return paths.promoAwards
    case 'fund.task':
      return paths.fund
    case 'coin.rate':
    case 'coin.payee':
    case 'coin.wallet':
      return paths.coins
    case 'setting': // the kind stands before the key
      return paths.paymentsTab(subject.id.split(':')[0] ?? '')
    case 'content':
      return paths.apps
    case 'alarm.target':
    case 'alarm.route':
      return paths.alarms
    case 'staff.role':
      return paths.roles
    case 'staff.network':
      return paths.networks
    case 'venue.contract':
      return paths.venue(subject.id)
    case 'fund':
      return paths.playerFund(subject.id)
    case 'gate':
      return paths.gate
    case 'finding':
      return paths.reconcile
    case 'vip.table':
      return paths.vipTab('tables')
    case 'vip.setting':
      return paths.vipTab('settings')
    // The label of an award is its player.
    case 'vip.award':
      return paths.playerVip(subject.label)
    // So are those of a bank card and an address.
    case 'card':
    case 'address':
      return paths.player(subject.label)
    // The personal field follows the player.
    case 'player':
    case 'return':
      return paths.player(subject.id.split(':')[0] ?? '')
    default:
      return paths.staff
  }
}

/** What waits has nothing to say of a decision; without those columns the time is in sight on a small screen. */
export function approvalColumns(onDecide: (decision: Decision) => void, decided: boolean): ProColumns<Approval>[] {
  return [
    { title: words.kind, key: 'kind', render: (_, row) => words.kinds[row.kind] ?? row.kind },
    { title: words.request, key: 'title', width: 260, render: (_, row) => row.title },
    {
      title: words.subject,
      key: 'subject',
      render: (_, row) => (
        <Link className="mono" to={subjectPath(row)}>
          {row.subject.label}
        </Link>
      ),
    },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
    { title: text.action.reason, key: 'reason', render: (_, row) => row.reason ?? '—' },
    { title: words.maker, key: 'maker', render: (_, row) => row.maker.name },
    { title: words.made, key: 'made', render: (_, row) => <Time ms={row.madeAt} /> },
    ...(decided
      ? decidedColumns
      : [
          {
            title: text.time.waits,
            key: 'waits',
            render: (_: unknown, row: Approval) => <Waiting since={row.madeAt} queue="approval" />,
          },
          { title: words.expires, key: 'expires', render: (_: unknown, row: Approval) => <Time ms={row.expiresAt} /> },
        ]),
    {
      title: text.detail.actions,
      key: 'actions',
      fixed: 'right',
      width: 130,
      render: (_, row) => row.state === 'pending' && <Decide approval={row} onDecide={onDecide} />,
    },
  ]
}

const decidedColumns: ProColumns<Approval>[] = [
  {
    title: words.state,
    key: 'state',
    render: (_, row) => <StateTag label={words.states[row.state]} tone={tone[row.state]} />,
  },
  { title: words.checker, key: 'checker', render: (_, row) => row.checker?.name ?? '—' },
  { title: words.decided, key: 'decided', render: (_, row) => <Time ms={row.decidedAt} /> },
  { title: words.decision, key: 'decision', render: (_, row) => row.decision ?? '—' },
]

/** ApprovalCard is a request on a phone, with all that a person decides by and two buttons for a thumb. */
function ApprovalCard({ approval, onDecide }: { approval: Approval; onDecide: (decision: Decision) => void }) {
  const pending = approval.state === 'pending'
  return (
    <>
      <Flex justify="space-between" gap={8}>
        <strong>{approval.title}</strong>
        {pending ? (
          <Waiting since={approval.madeAt} queue="approval" />
        ) : (
          <StateTag label={words.states[approval.state]} tone={tone[approval.state]} />
        )}
      </Flex>
      <dl className="list-card-facts">
        <dt>{words.kind}</dt>
        <dd>{words.kinds[approval.kind] ?? approval.kind}</dd>
        <dt>{words.subject}</dt>
        <dd>
          <Link className="mono" to={subjectPath(approval)}>
            {approval.subject.label}
          </Link>
        </dd>
        {approval.amount !== null && (
          <>
            <dt>{words.amount}</dt>
            <dd>
              <Yuan value={approval.amount} strong />
            </dd>
          </>
        )}
        <dt>{text.action.reason}</dt>
        <dd>{approval.reason ?? '—'}</dd>
        <dt>{words.maker}</dt>
        <dd>
          {approval.maker.name} · <Time ms={approval.madeAt} />
        </dd>
      </dl>
      {pending && <Decide approval={approval} onDecide={onDecide} />}
      {pending && !approval.mayDecide && !approval.mayWithdraw && (
        <div className="muted small">{approval.mayNotWhy ?? words.own}</div>
      )}
    </>
  )
}

function Decide({ approval, onDecide }: { approval: Approval; onDecide: (decision: Decision) => void }) {
  if (approval.mayWithdraw)
    return (
      <Button size="small" onClick={() => onDecide({ approval, act: 'withdraw' })}>
        {words.withdraw}
      </Button>
    )
  const buttons = (
    <Space>
      <Button size="small" disabled={!approval.mayDecide} onClick={() => onDecide({ approval, act: 'approve' })}>
        {words.approve}
      </Button>
      <Button size="small" danger disabled={!approval.mayDecide} onClick={() => onDecide({ approval, act: 'refuse' })}>
        {words.refuse}
      </Button>
    </Space>
  )
  return approval.mayDecide ? buttons : <Tooltip title={approval.mayNotWhy ?? words.own}>{buttons}</Tooltip>
}

interface DecisionDialogProps extends Decision {
  onInvited: (invited: Invited) => void
  onClose: () => void
}

const said: Record<Act, { title: string; ok: string; explain: string; done: string }> = {
  approve: { title: words.approveTitle, ok: words.approve, explain: words.approveExplain, done: words.approveDone },
  refuse: { title: words.refuseTitle, ok: words.refuse, explain: words.refuseExplain, done: words.refuseDone },
  withdraw: {
    title: words.withdrawTitle,
    ok: words.withdraw,
    explain: words.withdrawExplain,
    done: words.withdrawDone,
  },
}

export function DecisionDialog({ approval, act, onInvited, onClose }: DecisionDialogProps) {
  const approve = act === 'approve'
  const { run, running } = useAction<Approval>(said[act].done)
  return (
    <ActionDialog<{ note?: string; reason?: string }>
      title={said[act].title}
      okText={said[act].ok}
      danger={act === 'refuse'}
      running={running}
      reason={approve ? 'none' : 'required'}
      onSend={async (values) => {
        const result = await run(`/approvals/${approval.id}/${act}`, values)
        if (result.answer?.invited) onInvited(result.answer.invited)
        return result
      }}
      onClose={onClose}
      fields={
        approve && (
          <Form.Item name="note" label={words.note} rules={[{ min: 2, message: text.action.reasonShort }]}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        )
      }
    >
      <p>
        {approval.title}
        {approval.amount !== null && `（${unitOf(approval)}${formatYuan(approval.amount)}）`}
      </p>
      <Facts
        columns={1}
        facts={[
          [words.maker, approval.maker.name],
          [text.action.reason, approval.reason],
          ...approval.details.map(({ label, value }): [string, ReactNode] => [
            label,
            <WithPictures key={label} text={value} />,
          ]),
        ]}
      />
      {approval.kind === 'player.correct' && act !== 'withdraw' && <CorrectedValues approval={approval} />}
      <p>{said[act].explain}</p>
    </ActionDialog>
  )
}
