import { useMemo } from 'react'
import { Link } from 'react-router'
import type { FundRecord, FundRecordType } from '../../api/wire'
import { type ProColumns, ProFormSelect, ProFormText } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { Bonus } from './bonus'

const words = text.fund
const idOf = (row: FundRecord) => row.id
const tone: Record<FundRecordType, Tone> = { income: 'success', unlock: 'processing', expired: 'default' }

const columns: ProColumns<FundRecord>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.at} /> },
  { title: words.player, key: 'player', render: (_, row) => <Link to={paths.player(row.player)}>{row.player}</Link> },
  {
    title: words.type,
    key: 'type',
    render: (_, row) => <StateTag label={words.types[row.type]} tone={tone[row.type]} />,
  },
  { title: words.change, key: 'amount', align: 'right', render: (_, row) => <Bonus value={row.amount} signed /> },
  { title: words.task, key: 'task', render: (_, row) => row.task ?? '—' },
  { title: words.remark, key: 'remark', render: (_, row) => row.remark },
  { title: words.by, key: 'by', render: (_, row) => (row.by.startsWith('system:') ? words.house : row.by) },
]
const ofOnePlayer = columns.filter((column) => column.key !== 'player')

/** FundRecords is what came into players' funds and left them; with a player, of that one only. */
export function FundRecords({ player }: { player?: string }) {
  const fixed = useMemo(() => (player === undefined ? undefined : { player }), [player])
  return (
    <ListPage<FundRecord>
      inner
      title={words.records}
      name={player === undefined ? 'fund.records' : 'player.fund'}
      path="/fund/records"
      url={useUrlState()}
      fixed={fixed}
      columns={player === undefined ? columns : ofOnePlayer}
      rowKey={idOf}
      poll={30_000}
      empty={words.noRecords}
      filters={[
        player === undefined && <ProFormText key="player" name="player" label={words.player} />,
        <ProFormSelect key="type" name="type" label={words.type} valueEnum={words.types} />,
        <DaysFilter key="days" />,
      ].filter(Boolean)}
    />
  )
}
