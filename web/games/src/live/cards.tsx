import type { CSSProperties } from 'react'

const suits: Record<string, { sign: string; name: string; red: boolean }> = {
  S: { sign: '♠', name: '黑桃', red: false },
  H: { sign: '♥', name: '红桃', red: true },
  C: { sign: '♣', name: '梅花', red: false },
  D: { sign: '♦', name: '方块', red: true },
}

/** One card, such as "H10", dealt after a delay. The third card of a hand lies across. */
export function Card({ card, after, across }: { card: string; after: number; across: boolean }) {
  const suit = suits[card[0] ?? ''] ?? { sign: '?', name: '', red: false }
  const rank = card.slice(1)
  return (
    <span
      className={`card ${suit.red ? 'red' : ''} ${across ? 'across' : ''}`}
      style={{ '--after': `${after}ms` } as CSSProperties}
      role="img"
      aria-label={`${suit.name}${rank}`}
    >
      <span className="face" aria-hidden="true">
        <b>{rank}</b>
        <i>{suit.sign}</i>
      </span>
      <span className="rear" aria-hidden="true" />
    </span>
  )
}

/** Two hands are dealt in turn: left, right, left, right, then the third cards. */
export const dealtAfter = (hand: 0 | 1, at: number) => (at < 2 ? at * 2 + hand : 4 + hand) * 900

/** A hand with its points, which show once its last card lies. */
export function Hand({
  label,
  cards,
  points,
  hand,
  won,
  fresh,
}: {
  label: string
  cards: string[]
  points: string
  hand: 0 | 1
  won: boolean
  fresh: boolean
}) {
  const last = cards.length - 1
  return (
    <div className={`hand ${won ? 'won' : ''}`}>
      <div className="label">
        {label}
        {cards.length > 0 && points && (
          <b className="points" style={{ '--after': `${fresh ? dealtAfter(hand, last) + 500 : 0}ms` } as CSSProperties}>
            {points}
          </b>
        )}
      </div>
      <div className="cards">
        {cards.length === 0
          ? [0, 1].map((at) => <span key={at} className="place" />)
          : cards.map((card, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards lie where they were dealt
              <Card key={at} card={card} after={fresh ? dealtAfter(hand, at) : 0} across={at === 2} />
            ))}
      </div>
    </div>
  )
}
