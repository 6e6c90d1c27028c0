import { Link } from 'react-router'
import type { BetDetail, BetVersion } from '../../api/wire'
import { Table } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { BetPicks } from './bet-picks'
import { BetState } from './columns'
import { ReplayButton } from './replay-button'
import { RoundFacts } from './round-facts'
import { RoundLink } from './round-link'

const words = text.bet

/** BetDrawer shows a bet with each report of its venue. The id is the venue's code, a colon and the venue's bet id. */
export function BetDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer<BetDetail> title={words.detail} path={id && pathOf(id)} onClose={onClose}>
      {(bet) => (
        <>
          <BetFacts bet={bet} />
          <RoundFacts round={bet.roundFacts} />
          <BetPicks bet={bet} />
          <Section title={words.versions}>
            <Table<BetVersion>
              size="small"
              rowKey="version"
              dataSource={bet.versions}
              pagination={false}
              scroll={{ x: 'max-content' }}
              expandable={{ expandedRowRender: (row) => <pre className="raw">{pretty(row.raw)}</pre> }}
              columns={[
                { title: words.version, render: (_, row) => row.version },
                { title: words.status, render: (_, row) => <BetState status={row.status} /> },
                { title: words.stake, align: 'right', render: (_, row) => <Yuan value={row.stake} /> },
                { title: words.valid, align: 'right', render: (_, row) => <Yuan value={row.valid} /> },
                { title: words.winLoss, align: 'right', render: (_, row) => <Yuan value={row.winLoss} signed /> },
                { title: words.settled, render: (_, row) => <Time ms={row.settledAt} /> },
                { title: words.stored, render: (_, row) => <Time ms={row.storedAt} /> },
              ]}
            />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

function BetFacts({ bet }: { bet: BetDetail }) {
  return (
    <Facts
      facts={[
        [
          words.betId,
          <span key="id" className="mono">
            {bet.betId}
          </span>,
        ],
        [words.status, <BetState key="status" status={bet.status} />],
        [
          words.player,
          <Link key="player" to={paths.playerTab(bet.playerId, 'bets')}>
            {bet.player}
          </Link>,
        ],
        [words.account, bet.account],
        [words.venue, bet.venueName],
        [words.game, `${bet.game} · ${bet.gameCode}`],
        [words.round, bet.round === '' ? words.roundUntold : <RoundLink key="round" bet={bet} />],
        [words.replay, bet.replay ? <ReplayButton key="replay" path={pathOf(bet.id)} /> : words.replayNone],
        [words.at, <Time key="at" ms={bet.betAt} />],
        [words.settled, <Time key="settled" ms={bet.settledAt} />],
        [words.stake, <Yuan key="stake" value={bet.stake} strong />],
        [words.winLoss, <Yuan key="win" value={bet.winLoss} signed strong />],
        [words.valid, <Yuan key="valid" value={bet.valid} />],
        bet.reason !== null && [words.reason, bet.reason],
        [words.odds, [bet.odds, bet.oddsType, bet.parlay && words.parlay].filter(Boolean).join(' · ')],
        bet.turnover === null
          ? [words.counted, words.noTurnover]
          : [words.counted, <Yuan key="counted" value={bet.turnover.counted} />],
        bet.turnover !== null && [words.weight, bet.turnover.weight],
        bet.turnover !== null && bet.turnover.reason !== null && [words.uncounted, bet.turnover.reason],
        [words.entry, bet.entry],
      ]}
    />
  )
}

function pathOf(id: string): string {
  const [venue = '', ...rest] = id.split(':')
  return `/bets/${encodeURIComponent(venue)}/${encodeURIComponent(rest.join(':'))}`
}

/** pretty indents JSON; a row of another form stays as the venue sent it. */
function pretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
