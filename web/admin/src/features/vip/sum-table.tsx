import type { VipSum } from '../../api/wire'
import { Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { EmptyRows } from '../../ui/states'
import { Bonus } from '../fund/bonus'
import { awardTone } from './tones'

const words = text.vip

const columnsOf = (states: Record<VipSum['state'], string>): TableColumnsType<VipSum> => [
  { title: words.track, render: (_, row) => words.tracks[row.track] },
  { title: words.level, render: (_, row) => words.levelOf(row.level) },
  { title: words.kind, render: (_, row) => words.kinds[row.kind] },
  {
    title: words.state,
    render: (_, row) => <StateTag label={states[row.state]} tone={awardTone[row.state]} />,
  },
  { title: words.number, align: 'right', render: (_, row) => row.count.toLocaleString('zh-CN') },
  { title: words.amount, align: 'right', render: (_, row) => <Bonus value={row.amount} /> },
]

const columns = columnsOf(words.states)
const dryColumns = columnsOf(words.dryStates)

/** SumTable is what a run brought, or would bring, by track and level. */
export function SumTable({ sums, dry = false }: { sums: VipSum[]; dry?: boolean }) {
  return (
    <Table<VipSum>
      size="small"
      rowKey={(row) => `${row.track} ${row.kind} ${row.level} ${row.state}`}
      columns={dry ? dryColumns : columns}
      dataSource={sums}
      pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <EmptyRows text={words.noSums} /> }}
    />
  )
}
