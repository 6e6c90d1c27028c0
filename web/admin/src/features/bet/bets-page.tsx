import { useMemo } from 'react'
import { Link } from 'react-router'
import type { HouseBet } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { useUrlState } from '../../ui/use-url-state'
import { VenueFilter } from '../venue/venue-filter'
import { BetDrawer } from './bet-drawer'
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
        filters={[
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="bet" name="bet" label={words.betId} />,
          <VenueFilter key="venue" />,
          <ProFormText key="game" name="game" label={words.game} placeholder={words.gameHint} />,
          <ProFormSelect key="status" name="status" label={words.status} valueEnum={words.statuses} />,
          <ProFormSelect key="changed" name="changed" label={words.changed} valueEnum={{ 1: words.changedOnly }} />,
          <ProFormText key="min" name="min" label={words.min} fieldProps={{ prefix: '¥', inputMode: 'decimal' }} />,
          <ProFormText key="max" name="max" label={words.max} fieldProps={{ prefix: '¥', inputMode: 'decimal' }} />,
          <DaysFilter key="days" />,
        ]}
      />
      <BetDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
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
    ...[at, venue, game, ...figures].filter((column) => column !== undefined),
  ]
}
