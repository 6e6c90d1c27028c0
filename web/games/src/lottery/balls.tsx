import type { Family } from './wire'

const pips: Record<number, [number, number][]> = {
  1: [[16, 16]],
  2: [
    [9, 9],
    [23, 23],
  ],
  3: [
    [9, 9],
    [16, 16],
    [23, 23],
  ],
  4: [
    [9, 9],
    [23, 9],
    [9, 23],
    [23, 23],
  ],
  5: [
    [9, 9],
    [23, 9],
    [16, 16],
    [9, 23],
    [23, 23],
  ],
  6: [
    [9, 8],
    [23, 8],
    [9, 16],
    [23, 16],
    [9, 24],
    [23, 24],
  ],
}

function Die({ n }: { n: number }) {
  return (
    <svg className="die" viewBox="0 0 32 32" role="img" aria-label={String(n)}>
      <rect x="1.5" y="1.5" width="29" height="29" rx="7" />
      {(pips[n] ?? []).map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={n === 1 ? 4.5 : 3.2} className={n === 1 || n === 4 ? 'red' : ''} />
      ))}
    </svg>
  )
}

/** A racing car seen from above; its number is painted on the bonnet. */
function Car({ n }: { n: number }) {
  return (
    <svg className={`car car-${n}`} viewBox="0 0 32 40" role="img" aria-label={String(n)}>
      <rect x="3" y="6" width="5" height="9" rx="2" className="wheel" />
      <rect x="24" y="6" width="5" height="9" rx="2" className="wheel" />
      <rect x="2" y="27" width="6" height="10" rx="2" className="wheel" />
      <rect x="24" y="27" width="6" height="10" rx="2" className="wheel" />
      <path d="M12 1h8l3 10 3 9v13l-3 6H9l-3-6V20l3-9z" className="body" />
      <text x="16" y="27" textAnchor="middle">
        {n}
      </text>
    </svg>
  )
}

const red = new Set([1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46])
const blue = new Set([3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48])

/** The colour of a number of 49, as the trade has it. */
export const colourOf = (n: number) => (red.has(n) ? 'red' : blue.has(n) ? 'blue' : 'green')

/** Balls that are still in the air: the issue is closed and not drawn yet. */
export function Waiting({ count }: { count: number }) {
  return (
    <span className="drawn waiting-balls" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a ball without a number is its place
        <span key={at} className="ball" style={{ animationDelay: `${at * -170}ms` }}>
          ?
        </span>
      ))}
    </span>
  )
}

/** A result as it is drawn: balls, dice or cars in the order of their arrival. */
export function Result({ family, result, small }: { family: Family; result: number[]; small?: boolean }) {
  return (
    <span className={small ? 'drawn small' : 'drawn'}>
      {result.map((n, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells two like numbers apart
        const key = `${at}-${n}`
        if (family === 'k3') return <Die key={key} n={n} />
        if (family === 'pk10') return <Car key={key} n={n} />
        if (family === 'lhc')
          return (
            <span key={key} className={`ball ${colourOf(n)}${at === 6 ? ' special' : ''}`}>
              {n}
            </span>
          )
        return (
          <span key={key} className="ball">
            {n}
          </span>
        )
      })}
      {(family === 'k3' || family === 'pc28') && !small && (
        <b className="sum">= {result.reduce((sum, n) => sum + n, 0)}</b>
      )}
    </span>
  )
}
