import type { CSSProperties } from 'react'

/** The sum that a seat won or lost; `at` is where it is on the screen, -1 the company's in the middle. */
interface Paid {
  at: number
  banker: boolean
  net: number
}

const coins = [0, 1, 2, 3, 4]
const apartMs = 55
/** The banker takes first and pays then. */
const payAfterMs = 550

const placeOf = (at: number) => (at < 0 ? 'company' : `p${at}`)

/** Coins that fly from who lost to the banker, and from the banker to who won. They say nothing that is not written. */
export function Payments({ seats, chairs }: { seats: number; chairs: Paid[] }) {
  const banker = chairs.find((chair) => chair.banker)
  if (!banker) return null
  const ways = chairs
    .filter((chair) => !chair.banker && chair.net !== 0)
    .map(({ at, net }) =>
      net < 0 ? { from: at, to: banker.at, after: 0 } : { from: banker.at, to: at, after: payAfterMs },
    )
  return (
    <div className={`bg-payments of${seats}`} aria-hidden="true">
      {ways.flatMap(({ from, to, after }) =>
        coins.map((coin) => (
          <i
            key={`${from} ${to} ${coin}`}
            className={`from-${placeOf(from)} to-${placeOf(to)}`}
            style={{ '--after': `${after + coin * apartMs}ms`, '--aside': `${(coin - 2) * 7}px` } as CSSProperties}
          />
        )),
      )}
    </div>
  )
}
