import { type CSSProperties, useCallback } from 'react'
import { usePoll } from '../live/use-poll'
import { sports } from './api'
import { Crest } from './crest'
import { OddsButton } from './odds-button'
import { keyOf } from './slip'
import { marketsOf, text } from './text'
import type { MarketKey, Match, OddsType, Offer } from './wire'

const everyMs = 2000
/** Minutes of a match of football. */
const fullTime = 90
const order: MarketKey[] = ['hdp', 'ou', '1x2', 'oe', 'cs']

interface Props {
  id: string
  odds: OddsType
  esports: boolean
  picked: ReadonlySet<string>
  onPick: (match: Match, offer: Offer) => void
  onLeave: () => void
}

/** One match with all its markets, how its score came about, and its seed once it is over. */
export function MatchPage({ id, odds, esports, picked, onPick, onLeave }: Props) {
  const ask = useCallback(() => sports.match(id), [id])
  const { value, fault } = usePoll(ask, everyMs)
  if (!value)
    return (
      <section className="sports-match">
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toList}
        </button>
        <p role={fault ? 'alert' : 'status'}>{fault?.message ?? text.loading}</p>
      </section>
    )
  const { match } = value
  // A match of basketball or e-sports has too many scores for a line.
  const goals = esports || value.events.length > 20 ? [] : value.events
  return (
    <section className="sports-match" aria-label={`${match.home} ${text.against} ${match.away}`}>
      <button type="button" className="quiet" onClick={onLeave}>
        {text.toList}
      </button>
      {fault && <p role="status">{text.retrying}</p>}
      <header>
        <span>
          <Crest name={match.home} />
          {match.home}
        </span>
        <b>
          {match.state === 'upcoming' ? 'VS' : match.result || `${match.score.home} : ${match.score.away}`}
          <small className={match.state}>{stateText(match, esports)}</small>
        </b>
        <span>
          <Crest name={match.away} />
          {match.away}
        </span>
      </header>
      {goals.length > 0 && match.state !== 'upcoming' && (
        <div className="match-line" aria-hidden="true">
          <i style={{ '--at': match.state === 'over' ? 1 : Math.min(match.minute / fullTime, 1) } as CSSProperties} />
          {goals.map((goal, at) => (
            <b
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
              key={at}
              className={goal.home ? 'home' : 'away'}
              style={{ '--at': Math.min(goal.minute / fullTime, 1) } as CSSProperties}
            >
              {text.minute(goal.minute)}
            </b>
          ))}
        </div>
      )}
      {match.offers.length === 0 && <p className="soft">{text.noOffers}</p>}
      {order.map((market) => {
        const offers = match.offers.filter((one) => one.market === market)
        if (offers.length === 0) return null
        return (
          <section key={market} className={`market ${market}`}>
            <h2>{marketsOf(esports)[market]}</h2>
            <div>
              {offers.map((offer) => (
                <OddsButton
                  key={keyOf('', offer)}
                  match={match}
                  offer={offer}
                  odds={odds}
                  esports={esports}
                  picked={picked.has(keyOf(match.id, offer))}
                  onPick={() => onPick(match, offer)}
                />
              ))}
            </div>
          </section>
        )
      })}
      {goals.length > 0 && (
        <section>
          <h2>{text.events}</h2>
          <ol>
            {goals.map((event, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
              <li key={at}>
                {text.minute(event.minute)} {event.home ? match.home : match.away}
              </li>
            ))}
          </ol>
        </section>
      )}
      <dl className="fair">
        <dt>{text.commitment}</dt>
        <dd>
          <code>{value.commitment}</code>
        </dd>
        <dt>{text.seed}</dt>
        <dd>{value.seed ? <code>{value.seed}</code> : text.seedLater}</dd>
      </dl>
    </section>
  )
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** The minute of a live match, the kick-off of one to come, the end of one that is over. */
export function stateText(match: Match, esports: boolean): string {
  if (match.state === 'upcoming') return clock.format(match.kickoffAt)
  if (match.state === 'abandoned') return text.abandoned
  if (match.state === 'over') return text.over
  return esports ? text.map : text.minute(match.minute)
}
