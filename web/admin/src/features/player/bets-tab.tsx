import type { Bet, Player, SumPage, Yuan as YuanText } from '../../api/wire'
import { ProFormSelect, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { betColumns } from '../bet/columns'

const words = text.bet
const idOf = (row: Bet) => row.id

type Bets = SumPage<Bet, { stake: YuanText; valid: YuanText; winLoss: YuanText }>

export default function BetsTab({ player }: { player: Player }) {
  const url = useUrlState()
  return (
    <ListPage<Bet, Bets>
      inner
      title={text.player.tabs.bets}
      name="player.bets"
      path={`/players/${player.id}/bets`}
      url={url}
      toolbar={<ExportButtons key="export" name="bets" query={{ ...queryOf(url.filters), player: player.id }} />}
      columns={betColumns}
      rowKey={idOf}
      empty={words.empty}
      filters={[
        <ProFormSelect key="status" name="status" label={words.status} valueEnum={words.statuses} />,
        <DaysFilter key="days" />,
      ]}
      sum={({ sum }) => (
        <Space size="large">
          <span className="muted">{text.list.sum}</span>
          <span>
            {words.stake} <Yuan value={sum.stake} strong />
          </span>
          <span>
            {words.valid} <Yuan value={sum.valid} strong />
          </span>
          <span>
            {words.winLoss} <Yuan value={sum.winLoss} signed strong />
          </span>
        </Space>
      )}
    />
  )
}
