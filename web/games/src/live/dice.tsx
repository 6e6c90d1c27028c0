import type { CSSProperties } from 'react'
import { text } from './text'

/** Where the pips of each face lie, in thirds of it. */
const pips: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

/** One face of a die. One and four are red, as on Chinese dice. */
export function Die({ face, className = '', style }: { face: number; className?: string; style?: CSSProperties }) {
  const red = face === 1 || face === 4
  return (
    <svg className={`thrown-die ${className}`} viewBox="-12 -12 24 24" style={style} aria-hidden="true">
      <rect x="-11" y="-11" width="22" height="22" rx="5" fill="#fdfaf1" stroke="#cbbd99" />
      {(pips[face] ?? []).map(([x, y]) => (
        <circle
          key={`${x} ${y}`}
          cx={x * 5.6}
          cy={y * 5.6}
          r={face === 1 ? 3.6 : 2.2}
          fill={red ? '#c2271d' : '#1b1d22'}
        />
      ))}
    </svg>
  )
}

/** The dice under their dome. They roll while the round is decided, and lie in rising order afterwards. */
export function DiceDome({ dice, rolling, fresh }: { dice: number[]; rolling: boolean; fresh: boolean }) {
  const shown = [...dice].sort((a, b) => a - b)
  return (
    <div
      className={`dome ${rolling && fresh ? 'rolling' : ''}`}
      role="img"
      aria-label={shown.length > 0 && !rolling ? text.diceAre(shown) : text.games.sicbo}
    >
      {(shown.length > 0 ? shown : [1, 1, 1]).map((face, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three dice, each in its place
        <Die key={at} face={face} style={{ '--at': at } as CSSProperties} />
      ))}
    </div>
  )
}
