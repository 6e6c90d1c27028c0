import { useMemo } from 'react'
import { Link } from 'react-router'
import type { HouseBet } from '../../api/wire'
import { Button, type ProColumns } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { ListPage } from '../../ui/list-page'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { BetDrawer } from './bet-drawer'
import { betFilters } from './bet-filters'
import { BetSum } from './bet-sum'
import { betColumns } from './columns'

const words = text.bet
const idOf = (row: HouseBet) => row.id

/** BetsPage finds bets of all players. */
export default function BetsPage() {
  const url = useUrlState()
  const { setOpen } = url
  const columns = useMemo(() => columnsOf((row) => setOpen(row.id)), [setOpen])
  return (
    <>
      <ListPage<HouseBet>
        title={words.title}
        name="bets"
        path="/bets"
        url={url}
        columns={columns}
        rowKey={idOf}
        onOpen={(row) => setOpen(row.id)}
        empty={words.nothingFound}
        above={<span className="muted">{words.spanHint}</span>}
        filters={betFilters}
        toolbar={<ExportButtons key="export" name="bets" query={queryOf(url.filters)} />}
        sum={() => <BetSum filters={url.filters} />}
      />
      <BetDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** oddsOf is a bet's odds with the market, as its venue writes them. */
function oddsOf(bet: HouseBet): string {
  return [bet.odds, bet.oddsType, bet.parlay && words.parlay].filter(Boolean).join(' · ') || '—'
}

function columnsOf(open: (row: HouseBet) => void): ProColumns<HouseBet>[] {
  const [at, venue, game, , ...figures] = betColumns as ProColumns<HouseBet>[]
  return [
    {
      title: words.betId,
      key: 'betId',
      fixed: 'left',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button mono" onClick={() => open(row)}>
          {row.betId}
        </Button>
      ),
    },
    {
      title: words.player,
      key: 'player',
      render: (_, row) => <Link to={paths.playerTab(row.playerId, 'bets')}>{row.player}</Link>,
    },
    ...[at, venue, game].filter((column) => column !== undefined),
    { title: words.odds, key: 'odds', align: 'right', render: (_, row) => oddsOf(row) },
    ...figures,
  ]
}
