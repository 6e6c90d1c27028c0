import { Link } from 'react-router'
import type { Deposit } from '../../api/wire'
import { Button, type ProColumns } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { Waiting } from '../../ui/waiting'
import { depositTone } from './rules'

const words = text.deposit

/** depositColumns is the list of deposits, on the deposit page and on a player's page (without the player). */
export function depositColumns(onOpen: (deposit: Deposit) => void, ofOnePlayer = false): ProColumns<Deposit>[] {
  const columns: ProColumns<Deposit>[] = [
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
    { title: words.method, key: 'method', render: (_, row) => row.method },
    { title: words.channel, key: 'channel', render: (_, row) => row.channel },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <Yuan value={row.amount} /> },
    { title: words.received, key: 'received', align: 'right', render: (_, row) => <Yuan value={row.received} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <>
          <StateTag label={words.states[row.state]} tone={depositTone[row.state]} />
          {row.approvalId !== null && <StateTag label={text.approval.states.pending} tone="processing" />}
        </>
      ),
    },
    {
      title: words.waited,
      key: 'waited',
      render: (_, row) =>
        row.state === 'claimed' || row.state === 'review' ? (
          <Waiting since={row.claimedAt ?? row.createdAt} queue="deposit" />
        ) : (
          '—'
        ),
    },
    { title: words.created, key: 'created', render: (_, row) => <Time ms={row.createdAt} /> },
    { title: words.paid, key: 'paid', render: (_, row) => <Time ms={row.paidAt} /> },
  ]
  return ofOnePlayer ? columns.filter((column) => column.key !== 'player') : columns
}
