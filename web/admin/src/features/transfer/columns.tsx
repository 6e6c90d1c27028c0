import { Link } from 'react-router'
import type { Transfer } from '../../api/wire'
import { Button, type ProColumns } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { Waiting } from '../../ui/waiting'
import { transferTone } from './rules'

const words = text.transfer

/** transferColumns is a list of venue transfers; on a player's page without the player. */
export function transferColumns(onOpen: (row: Transfer) => void, ofOnePlayer = false): ProColumns<Transfer>[] {
  const columns: ProColumns<Transfer>[] = [
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
    { title: words.venue, key: 'venue', render: (_, row) => row.venueName },
    { title: words.direction, key: 'direction', render: (_, row) => words.directions[row.direction] },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <>
          <StateTag label={words.states[row.state]} tone={transferTone[row.state]} />
          {row.approvalId !== null && <StateTag label={text.approval.states.pending} tone="processing" />}
        </>
      ),
    },
    {
      title: words.age,
      key: 'age',
      render: (_, row) => (row.settledAt === null ? <Waiting since={row.createdAt} queue="transfer" /> : '—'),
    },
    { title: words.asks, key: 'asks', align: 'right', render: (_, row) => row.asks },
    { title: words.lastAnswer, key: 'answer', render: (_, row) => row.lastAnswer ?? '—' },
    { title: words.nextAsk, key: 'next', render: (_, row) => <Time ms={row.nextAskAt} /> },
    { title: words.created, key: 'created', render: (_, row) => <Time ms={row.createdAt} /> },
  ]
  return ofOnePlayer ? columns.filter((column) => column.key !== 'player') : columns
}
