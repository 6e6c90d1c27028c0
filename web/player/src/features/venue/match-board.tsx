import { gmtTime } from '@shared/clock'
import type { ReactNode } from 'react'
import { siteForm } from '../../ui/site-form'
import { BoardFrame, newestOf } from './board-frame'
import type { Match, Price } from './front-queries'
import { between } from './text/front.zh-cn'
import { useFrontText } from './use-front-text'

/** More markets than this would hide the other matches. */
const marketsShown = 3

const places = () => (siteForm() === 'h5' ? 5 : 6)

/** The matches that players bet on at the venue, with the odds they took last. */
export function MatchBoard({ matches, wide }: { matches: Match[]; wide: boolean }) {
  const text = useFrontText()
  return (
    <BoardFrame
      id="matches"
      title={text.matches}
      line={text.matchesLine}
      newest={newestOf(matches.map(({ time }) => time))}
    >
      <ul className={`grid gap-3 h5:grid-cols-1 ${wide ? 'grid-cols-3' : 'grid-cols-2'}`}>
        {matches.slice(0, places()).map((match) => (
          <MatchCard key={`${match.league} ${match.event}`} match={match} />
        ))}
      </ul>
    </BoardFrame>
  )
}

/** The two sides of a match's name; one where it names no two. */
export const sidesOf = (event: string): [home: string, away: string] => {
  const [home = event, away = ''] = event.split(between)
  return [home.trim(), away.trim()]
}

const clockOf = (time: string) => time.slice(11, 16)

export function MatchCard({ match, foot }: { match: Match; foot?: ReactNode }) {
  const text = useFrontText()
  const [home, away] = sidesOf(match.event)
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-line bg-panel px-4 py-3.5">
      <p className="flex items-baseline justify-between gap-3 text-xs text-mute">
        <span className="truncate">{match.league}</span>
        <span className="tabular shrink-0">{stateOf(match, text)}</span>
      </p>
      <h3 className="flex items-center gap-3 pt-1.5 font-semibold">
        <span className="min-w-0 flex-1 truncate">{home}</span>
        {away && (
          <>
            <span className="tabular shrink-0 rounded-md bg-raised px-2 text-sm text-gold-soft">
              {(match.open && match.score) || <span className="text-xs text-mute">{text.versus}</span>}
            </span>
            <span className="min-w-0 flex-1 truncate text-right">{away}</span>
          </>
        )}
      </h3>
      <dl className="space-y-2 pt-3">
        {marketsOf(match.prices)
          .slice(0, marketsShown)
          .map(([market, prices]) => (
            <div key={market}>
              <dt className="tabular flex justify-between gap-2 pb-1 text-xs text-mute">
                <span className="truncate">{market}</span>
                <span className="shrink-0">
                  {text.odds[prices[0]?.oddsType ?? ''] ?? prices[0]?.oddsType}{' '}
                  {text.taken(clockOf(newestOf(prices.map(({ time }) => time))))}
                </span>
              </dt>
              <dd className="flex gap-1.5">
                {prices.map((price) => (
                  <span
                    key={price.pick}
                    className="flex min-w-0 flex-1 items-baseline justify-between gap-2 rounded-md bg-raised px-2.5 py-1.5 text-sm"
                  >
                    <span className="truncate text-soft">{price.pick}</span>
                    <span className="tabular shrink-0 font-semibold text-gold">{price.odds}</span>
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      {foot}
    </li>
  )
}

function stateOf(match: Match, text: ReturnType<typeof useFrontText>): string {
  if (!match.open) return text.settled
  if (match.score) return text.scoreAt(clockOf(match.scoreTime))
  if (!match.starts) return ''
  const time = match.starts.slice(5, 16)
  return match.starts > gmtTime() ? text.starts(time) : text.started(time)
}

/** The prices by their markets, in the server's order; three picks stand in a row. */
function marketsOf(prices: Price[]): [string, Price[]][] {
  const markets = new Map<string, Price[]>()
  for (const price of prices) {
    const list = markets.get(price.market)
    if (!list) markets.set(price.market, [price])
    else if (list.length < 3) list.push(price)
  }
  return [...markets]
}
