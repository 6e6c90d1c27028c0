import type { CSSProperties } from 'react'
import { text } from './text'
import type { Hand } from './wire'

const suits: Record<string, { sign: string; name: string; red: boolean }> = {
  S: { sign: '♠', name: '黑桃', red: false },
  H: { sign: '♥', name: '红桃', red: true },
  C: { sign: '♣', name: '梅花', red: false },
  D: { sign: '♦', name: '方块', red: true },
}
const tileNames = ['白板', '一筒', '二筒', '三筒', '四筒', '五筒', '六筒', '七筒', '八筒', '九筒']

export const cardName = (card: string, tiles: boolean) =>
  tiles ? (tileNames[Number(card)] ?? card) : `${suits[card[0] ?? '']?.name ?? ''}${card.slice(1)}`

/** Cards or tiles of a hand. Those of a hand that is not turned lie face down; outlines keep their place before the deal. */
export function HandCards({
  hand,
  size,
  tiles,
  up,
  fresh,
  first,
  parted,
  awaited,
}: {
  hand: Hand | undefined
  size: number
  tiles: boolean
  up: boolean
  /** The cards are dealt in front of the player. */
  fresh: boolean
  /** Which hand is dealt first, second and so on. */
  first: number
  /** The first three cards belong together. */
  parted: boolean
  /** A hand will be dealt here. */
  awaited: boolean
}) {
  const kind = `${tiles ? 'tiles' : ''} ${parted && up ? 'parted' : ''}`
  if (!hand)
    return (
      <div className={`bg-cards ${kind}`}>
        {awaited &&
          // biome-ignore lint/suspicious/noArrayIndexKey: an outline is its place
          Array.from({ length: size }, (_, at) => <span key={at} className="bg-card bg-outline" />)}
      </div>
    )
  const label = up ? hand.cards.map((card) => cardName(card, tiles)).join('、') : text.hidden
  return (
    <div className={`bg-cards ${kind} ${up ? 'up' : ''} ${fresh ? 'fresh' : ''}`} role="img" aria-label={label}>
      {hand.cards.slice(0, size).map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards lie where they were dealt
        <span key={at} className="bg-card" style={{ '--after': `${at * 260 + first * 90}ms` } as CSSProperties}>
          <span className="bg-face">{tiles ? <Tile n={Number(card)} /> : <Face card={card} />}</span>
          <span className="bg-rear" />
        </span>
      ))}
    </div>
  )
}

function Face({ card }: { card: string }) {
  const suit = suits[card[0] ?? ''] ?? { sign: '', name: '', red: false }
  return (
    <span className={`bg-print ${suit.red ? 'red' : ''}`}>
      <b>{card.slice(1)}</b>
      <i>{suit.sign}</i>
      <em>{suit.sign}</em>
    </span>
  )
}

/** Where the circles of each tile lie, in a field of 40 by 56. */
const circles: [number, number][][] = [
  [],
  [[20, 28]],
  [
    [20, 16],
    [20, 40],
  ],
  [
    [10, 12],
    [20, 28],
    [30, 44],
  ],
  [
    [12, 16],
    [28, 16],
    [12, 40],
    [28, 40],
  ],
  [
    [11, 14],
    [29, 14],
    [20, 28],
    [11, 42],
    [29, 42],
  ],
  [
    [12, 11],
    [28, 11],
    [12, 28],
    [28, 28],
    [12, 45],
    [28, 45],
  ],
  [
    [9, 9],
    [20, 13],
    [31, 17],
    [12, 32],
    [28, 32],
    [12, 47],
    [28, 47],
  ],
  [
    [12, 9],
    [28, 9],
    [12, 22],
    [28, 22],
    [12, 35],
    [28, 35],
    [12, 48],
    [28, 48],
  ],
  [
    [9, 10],
    [20, 10],
    [31, 10],
    [9, 28],
    [20, 28],
    [31, 28],
    [9, 46],
    [20, 46],
    [31, 46],
  ],
]
const inks = ['#1f6b4a', '#a5291f', '#214f9e']

function Tile({ n }: { n: number }) {
  const places = circles[n] ?? []
  const radius = n === 1 ? 14 : n === 2 ? 9 : n < 6 ? 7 : 5.4
  return (
    <svg viewBox="0 0 40 56" aria-hidden="true">
      {n === 0 && <rect x="7" y="8" width="26" height="40" rx="3" fill="none" stroke="#214f9e" strokeWidth="2.4" />}
      {places.map(([x, y], at) => (
        <g key={`${x} ${y}`} fill="none" stroke={inks[n === 1 ? 1 : at % inks.length]} strokeWidth="1.8">
          <circle cx={x} cy={y} r={radius} />
          <circle cx={x} cy={y} r={radius * 0.4} fill="currentColor" />
        </g>
      ))}
    </svg>
  )
}
