import type { Items, PromoFigure, PromoRun } from '../../api/wire'
import { Card, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { usedOf } from './terms'

const words = text.promo

const figureColumns: TableColumnsType<PromoFigure> = [
  { title: words.figureMonth, render: (_, row) => row.month },
  { title: words.name, render: (_, row) => row.name },
  { title: words.figureCount, align: 'right', render: (_, row) => row.count },
  { title: words.figureAmount, align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
  { title: words.figureWithheld, align: 'right', render: (_, row) => row.withheld },
  {
    title: words.figureBudget,
    align: 'right',
    render: (_, row) => (usedOf(row.amount, row.budget) ? <Yuan value={row.budget} /> : words.noBudget),
  },
  { title: words.figureUsed, align: 'right', render: (_, row) => usedOf(row.amount, row.budget) ?? '—' },
]

/** Figures is what the promotions cost, month by month. */
export function Figures() {
  return (
    <Listed<PromoFigure>
      title={words.figures}
      path="/promo/figures"
      columns={figureColumns}
      rowKey={(row) => `${row.month} ${row.rule}`}
      empty={words.figuresNone}
    />
  )
}

const runColumns: TableColumnsType<PromoRun> = [
  { title: words.name, render: (_, row) => row.name },
  { title: words.period, render: (_, row) => row.period },
  { title: words.runPlayers, align: 'right', render: (_, row) => words.people(row.players) },
  { title: words.runBegun, render: (_, row) => <Time ms={row.begunAt} /> },
  { title: words.runEnded, render: (_, row) => (row.endedAt === null ? words.runOpen : <Time ms={row.endedAt} />) },
]

/** Runs is the weeks and months that were paid. */
export function Runs() {
  return (
    <Listed<PromoRun>
      title={words.runs}
      path="/promo/runs"
      columns={runColumns}
      rowKey={(row) => `${row.rule} ${row.period}`}
      empty={words.runsNone}
    />
  )
}

interface ListedProps<T> {
  title: string
  path: string
  columns: TableColumnsType<T>
  rowKey: (row: T) => string
  empty: string
}

function Listed<T extends object>({ title, path, columns, rowKey, empty }: ListedProps<T>) {
  const list = useDetail<Items<T>>(path)
  return (
    <Card size="small" title={<h2 className="section-title">{title}</h2>}>
      {list.data ? (
        <Table<T>
          size="small"
          rowKey={rowKey}
          columns={columns}
          dataSource={list.data.items}
          pagination={list.data.items.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <EmptyRows text={empty} /> }}
        />
      ) : list.isPending ? (
        <LoadingRows rows={4} />
      ) : (
        <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
      )}
    </Card>
  )
}
