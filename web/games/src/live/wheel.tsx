import type { CSSProperties } from 'react'

/** The order of the numbers on a wheel with one zero. */
const order = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]
export const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])
export const colourOf = (n: number) => (n === 0 ? 'zero' : reds.has(n) ? 'red' : 'black')

const slice = 360 / order.length

function wedge(at: number): string {
  const [from, to] = [(at - 0.5) * slice - 90, (at + 0.5) * slice - 90].map((degree) => (degree * Math.PI) / 180)
  const point = (angle: number, radius: number) =>
    `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
  return `M${point(from ?? 0, 96)}A96 96 0 0 1 ${point(to ?? 0, 96)}L${point(to ?? 0, 62)}A62 62 0 0 0 ${point(from ?? 0, 62)}Z`
}

/** The wheel. It turns while the ball is on its way and stops with the number on top once it fell. */
export function Wheel({ number, turning }: { number: number | null; turning: boolean }) {
  const at = number === null ? 0 : order.indexOf(number)
  return (
    <svg
      className={`roulette-wheel ${turning ? 'turning' : ''}`}
      viewBox="-105 -105 210 210"
      style={{ '--stop': `${-at * slice}deg` } as CSSProperties}
      role="img"
      aria-label={number === null ? '轮盘' : `轮盘 ${number}`}
    >
      <defs>
        <radialGradient id="hub">
          <stop offset="0" stopColor="#f3d28a" />
          <stop offset="0.6" stopColor="#8a5f1e" />
          <stop offset="1" stopColor="#3a2812" />
        </radialGradient>
      </defs>
      <circle r="104" fill="#2a1c0e" />
      <circle r="99" fill="none" stroke="#e0b252" strokeWidth="2" />
      <g className="disc">
        {order.map((n, i) => (
          <g key={n}>
            <path d={wedge(i)} className={colourOf(n)} />
            <text transform={`rotate(${i * slice}) translate(0 -82)`} textAnchor="middle" dominantBaseline="middle">
              {n}
            </text>
          </g>
        ))}
        <circle r="62" fill="url(#hub)" />
        {[0, 45, 90, 135].map((degree) => (
          <path key={degree} d="M0 -56V56" transform={`rotate(${degree})`} stroke="#d9a441" strokeWidth="3" />
        ))}
        <circle r="14" fill="#f0d596" />
      </g>
      <g className="ball-way">
        <circle cy="-70" r="5" fill="#fff" />
      </g>
    </svg>
  )
}
