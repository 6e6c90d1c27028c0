import { Link } from 'react-router'
import type { Flag, Withdrawal } from '../../api/wire'
import { Button, type ProColumns, Space, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { Waiting } from '../../ui/waiting'
import { Coins } from '../coin/coins'
import { withdrawalTone } from './rules'

const words = text.withdrawal
const open = new Set(['submitted', 'claimed', 'second', 'approved'])

export function Flags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return <span className="muted">{words.noFlags}</span>
  return (
    <Space wrap size={4}>
      {flags.map((flag) => (
        <Tag key={flag.code} color={flag.code === 'first_withdrawal' || flag.code === 'large' ? 'warning' : 'error'}>
          {flag.text}
        </Tag>
      ))}
    </Space>
  )
}

/** withdrawalColumns is the queue of withdrawals; on a player's page without the player. */
export function withdrawalColumns(onOpen: (row: Withdrawal) => void, ofOnePlayer = false): ProColumns<Withdrawal>[] {
  const columns: ProColumns<Withdrawal>[] = [
    {
      title: words.order,
      key: 'order',
      fixed: 'left',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button mono" onClick={() => onOpen(row)}>
          {row.order}
        </Button>
      ),
    },
    {
      title: words.player,
      key: 'player',
      render: (_, row) => <Link to={paths.player(row.playerId)}>{row.player}</Link>,
    },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <Amount of={row} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <>
          <StateTag label={words.states[row.state]} tone={withdrawalTone[row.state]} />
          {row.needsSecond && open.has(row.state) && <Tag>{words.second}</Tag>}
        </>
      ),
    },
    {
      title: words.age,
      key: 'age',
      render: (_, row) => (open.has(row.state) ? <Waiting since={row.createdAt} queue="withdrawal" /> : '—'),
    },
    { title: words.claimer, key: 'claimer', render: (_, row) => row.claimedBy?.name ?? '—' },
    { title: words.flags, key: 'flags', width: 260, render: (_, row) => <Flags flags={row.flags} /> },
    { title: words.bank, key: 'bank', render: (_, row) => `${row.bank} ····${row.cardTail}` },
    { title: words.holder, key: 'holder', render: (_, row) => row.holder },
    { title: words.created, key: 'created', render: (_, row) => <Time ms={row.createdAt} /> },
    { title: words.ended, key: 'ended', render: (_, row) => <Time ms={row.endedAt} /> },
  ]
  return ofOnePlayer ? columns.filter((column) => column.key !== 'player') : columns
}

/** Amount is what leaves the wallet, and below it the coins it leaves as. */
function Amount({ of: { amount, payout } }: { of: Withdrawal }) {
  return (
    <>
      <Yuan value={amount} strong />
      {payout !== null && (
        <div className="small">
          <Coins value={payout.coins} />
        </div>
      )}
    </>
  )
}
