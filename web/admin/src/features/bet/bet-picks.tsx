import type { BetDetail, BetLeg } from '../../api/wire'
import { Table } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section } from '../../ui/facts'

const words = text.picks

/** BetPicks shows what a bet was on: its side of a market, and each pick. */
export function BetPicks({ bet }: { bet: BetDetail }) {
  const { legs } = bet
  if (!bet.market && !bet.side && legs.length === 0) return null
  const told = (key: keyof BetLeg) => legs.some((leg) => leg[key] !== '')
  const columns = [
    { title: words.league, key: 'league' as const },
    { title: words.event, key: 'event' as const },
    { title: words.match, key: 'match' as const },
    { title: words.leg, key: 'market' as const },
    { title: words.pick, key: 'pick' as const },
    { title: words.side, key: 'side' as const },
    { title: words.odds, key: 'odds' as const },
    { title: words.score, key: 'score' as const },
    { title: words.result, key: 'result' as const },
  ].filter(({ key }) => told(key))
  return (
    <Section title={words.title}>
      <Facts
        facts={[
          bet.market !== '' && [words.market, words.marketOf(bet.market)],
          bet.side !== '' && [words.side, words.sideOf(bet.side)],
        ]}
      />
      {legs.length > 0 && (
        <Table<BetLeg>
          size="small"
          rowKey={(leg) => String(legs.indexOf(leg))}
          dataSource={legs}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={columns.map(({ title, key }) => ({ title, key, render: (_, leg) => cell(leg, key) }))}
        />
      )}
    </Section>
  )
}

function cell(leg: BetLeg, key: keyof BetLeg): string {
  if (key === 'side') return words.sideOf(leg.side)
  if (key === 'odds') return [leg.odds, leg.oddsType].filter(Boolean).join(' ')
  return leg[key]
}
