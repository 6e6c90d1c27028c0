import { Link } from 'react-router'
import type { Forfeit } from '../../api/wire'
import type { ProColumns } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { Waiting } from '../../ui/waiting'

const words = text.case.forfeits
const keyOf = (row: Forfeit) => `${row.playerId} ${row.source} ${row.since} ${row.due}`

/** ForfeitsPage lists bonus money of self-excluded players that is still to come back. It comes back by itself. */
export default function ForfeitsPage() {
  const url = useUrlState()
  return (
    <ListPage<Forfeit>
      title={words.title}
      name="forfeits"
      path="/forfeits"
      url={url}
      columns={columns}
      rowKey={keyOf}
      poll={30_000}
      empty={words.empty}
    />
  )
}

const columns: ProColumns<Forfeit>[] = [
  {
    title: text.case.player,
    key: 'player',
    render: (_, row) => <Link to={paths.player(row.playerId)}>{row.playerId}</Link>,
  },
  { title: words.source, key: 'source', render: (_, row) => words.sources[row.source] },
  { title: words.due, key: 'due', align: 'right', render: (_, row) => <Yuan value={row.due} strong /> },
  { title: words.taken, key: 'taken', align: 'right', render: (_, row) => <Yuan value={row.taken} /> },
  { title: text.time.waits, key: 'waits', render: (_, row) => <Waiting since={row.since} queue="finding" /> },
  { title: words.since, key: 'since', render: (_, row) => <Time ms={row.since} /> },
]
