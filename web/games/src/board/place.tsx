import { HandCards } from './cards'
import { text } from './text'
import type { Play } from './use-board'
import type { Chair } from './wire'

const hues = 6

/** Which of the colours a player's picture has; the same name always has the same one. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return sum % hues
}

/** A seat at the table: who sits there, what they chose, their cards and what came of them. */
export function Place({
  play,
  chair,
  number,
  at,
  asked = false,
}: {
  play: Play
  chair: Chair | undefined
  /** The number of the seat, -1 for the company's. */
  number: number
  /** Where it is, 0 in front; the cards are dealt in this order. */
  at: number
  /** The player sits here and has something to choose. */
  asked?: boolean
}) {
  const { rules, table } = play.seat
  const turned = table.phase === 'turning' || table.phase === 'shown'
  const up = turned || (chair?.you ?? false)
  const won = table.phase === 'shown' && Number(chair?.net ?? 0) > 0
  const name = chair ? (chair.you ? text.you : chair.seat < 0 ? text.company : chair.name) : text.free
  const hand = chair?.hand
  return (
    <div
      className={`bg-place ${number < 0 ? '' : `p${at}`} ${chair?.you ? 'you' : ''} ${chair?.banker ? 'banker' : ''} ${won ? 'won' : ''} ${chair ? '' : 'free'} ${asked ? 'asked' : ''}`}
      data-testid={chair?.you ? 'my-seat' : undefined}
    >
      <div className="bg-who">
        <span className={`bg-avatar hue${hueOf(name)}`} aria-hidden="true">
          {chair ? name.slice(0, 1) : '+'}
        </span>
        <span className="bg-name" title={chair?.bot ? text.bot : undefined}>
          {name}
          <small>{number < 0 ? '' : chair?.bot ? text.bot : text.seat(number + 1)}</small>
        </span>
        {chair?.banker && <b className="bg-badge">{text.banker}</b>}
        {chair && chair.bid > 0 && !chair.banker && table.phase === 'bidding' && (
          <b className="bg-says">{text.bid(chair.bid)}</b>
        )}
        {chair && chair.multiple > 0 && !chair.banker && (
          <b className={`bg-chip v${chair.multiple}`}>{text.chip(chair.multiple)}</b>
        )}
      </div>
      <HandCards
        key={table.round}
        hand={chair?.plays ? hand : undefined}
        size={rules.handSize}
        tiles={rules.tiles}
        up={up}
        fresh={play.fresh && table.phase === 'dealing'}
        first={at}
        parted={rules.game === 'niuniu' && (hand?.rank ?? 0) > 0}
        awaited={chair !== undefined}
      />
      <p className="bg-result">
        {hand && up && (
          <b className={(chair?.times ?? 1) > 1 ? 'high' : ''}>
            {hand.name}
            {(chair?.times ?? 1) > 1 && <small>{text.times(chair?.times ?? 1)}</small>}
          </b>
        )}
        {chair?.net && (
          <span className={won ? 'won' : ''}>
            {won ? '+' : ''}
            {chair.net}
          </span>
        )}
      </p>
    </div>
  )
}
