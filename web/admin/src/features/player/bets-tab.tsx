import type { Bet, BetStatus, Player, SumPage, Yuan as YuanText } from '../../api/wire'
import { type ProColumns, ProFormSelect, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'

const words = text.bet
const idOf = (row: Bet) => row.id
const tone: Record<BetStatus, Tone> = { open: 'processing', settled: 'success', void: 'default' }

const columns: ProColumns<Bet>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.betAt} /> },
  { title: words.venue, key: 'venue', render: (_, row) => row.venueName },
  { title: words.game, key: 'game', render: (_, row) => row.game },
  { title: words.betId, key: 'betId', render: (_, row) => <span className="mono">{row.betId}</span> },
  { title: words.stake, key: 'stake', align: 'right', render: (_, row) => <Yuan value={row.stake} /> },
  { title: words.valid, key: 'valid', align: 'right', render: (_, row) => <Yuan value={row.valid} /> },
  { title: words.winLoss, key: 'winLoss', align: 'right', render: (_, row) => <Yuan value={row.winLoss} signed /> },
  {
    title: words.status,
    key: 'status',
    render: (_, row) => <StateTag label={words.statuses[row.status]} tone={tone[row.status]} />,
  },
  { title: words.version, key: 'version', align: 'right', render: (_, row) => row.version },
  { title: words.settled, key: 'settled', render: (_, row) => <Time ms={row.settledAt} /> },
]

type Bets = SumPage<Bet, { stake: YuanText; valid: YuanText; winLoss: YuanText }>

export default function BetsTab({ player }: { player: Player }) {
  return (
    <ListPage<Bet, Bets>
      inner
      title={text.player.tabs.bets}
      name="player.bets"
      path={`/players/${player.id}/bets`}
      url={useUrlState()}
      columns={columns}
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
