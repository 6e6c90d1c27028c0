import type { Player, Posting } from '../../api/wire'
import type { ProColumns } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { queryOf, useUrlState } from '../../ui/use-url-state'

const words = text.posting
const idOf = (row: Posting) => row.id

const columns: ProColumns<Posting>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.at} /> },
  { title: words.kind, key: 'kind', render: (_, row) => <span title={row.kind}>{row.kindText}</span> },
  { title: words.from, key: 'from', render: (_, row) => <span className="mono">{row.from}</span> },
  { title: words.to, key: 'to', render: (_, row) => <span className="mono">{row.to}</span> },
  {
    title: words.amount,
    key: 'amount',
    align: 'right',
    render: (_, row) => (
      <>
        <Yuan value={row.amount} /> <span className="muted small">{words.assets[row.asset]}</span>
      </>
    ),
  },
  { title: words.effect, key: 'effect', align: 'right', render: (_, row) => <Yuan value={row.effect} signed /> },
  { title: words.key, key: 'key', render: (_, row) => <span className="mono">{row.key}</span> },
]

export default function PostingsTab({ player }: { player: Player }) {
  const url = useUrlState()
  return (
    <ListPage<Posting>
      inner
      title={text.player.tabs.postings}
      name="player.postings"
      path={`/players/${player.id}/postings`}
      url={url}
      toolbar={<ExportButtons key="export" name="postings" query={{ ...queryOf(url.filters), playerId: player.id }} />}
      columns={columns}
      rowKey={idOf}
      empty={words.empty}
      filters={[<DaysFilter key="days" />]}
    />
  )
}
