import { bigRoad, lastColumns } from './roads'
import { text } from './text'
import type { Outcome, TableGame } from './wire'

const rows = 6
const sidesOf: Record<Exclude<TableGame, 'roulette'>, string[]> = {
  baccarat: ['banker', 'player', 'tie'],
  dragontiger: ['dragon', 'tiger', 'tie'],
  sicbo: ['big', 'small', 'triple'],
}
/** Wider, the beads would leave no room for the big road. */
const beadColumns = 10

/** The road maps of a table, or the last numbers of a wheel. `columns` is how wide the big road is. */
export function RoadMap({
  game,
  road,
  columns,
  beads,
}: {
  game: TableGame
  road: Outcome[]
  columns: number
  beads: boolean
}) {
  if (game === 'roulette')
    return (
      <div
        className="numbers"
        role="img"
        aria-label={`${text.hot} ${road
          .slice(-8)
          .map((o) => o.number)
          .join(' ')}`}
      >
        {road
          .slice(beads ? -30 : -9)
          .reverse()
          .map((outcome, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of past numbers has no other key
            <b key={at} className={outcome.winner}>
              {outcome.number}
            </b>
          ))}
      </div>
    )
  const counted = (winner: string) => road.filter((outcome) => outcome.winner === winner).length
  const sides = sidesOf[game]
  /** The grid goes on beyond the columns, as far as the picture may be wider than its height allows them to be. */
  const paper = columns * 2
  const label = sides.map((side) => `${text.short[side]} ${counted(side)}`).join('，')
  return (
    <div className="roads" role="img" aria-label={`${text.road}：${label}`}>
      {beads && (
        <div className="beads">
          {road.slice(-Math.min(Math.floor(columns / 2), beadColumns) * rows).map((outcome, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bead lies where it was put
            <b key={at} className={outcome.winner}>
              {text.short[outcome.winner]}
            </b>
          ))}
        </div>
      )}
      <svg
        viewBox={`0 0 ${columns * 10} ${rows * 10}`}
        className="big-road"
        preserveAspectRatio="xMinYMid meet"
        aria-hidden="true"
      >
        <path
          d={
            Array.from({ length: paper + 1 }, (_, x) => `M${x * 10} 0V${rows * 10}`).join('') +
            Array.from({ length: rows + 1 }, (_, y) => `M0 ${y * 10}H${paper * 10}`).join('')
          }
        />
        {lastColumns(bigRoad(road), columns).map((cell) => (
          <g key={`${cell.column},${cell.row}`} transform={`translate(${cell.column * 10 + 5} ${cell.row * 10 + 5})`}>
            <circle r="3.6" className={cell.winner} />
            {cell.ties > 0 && <path className="tied" d="M-3 3L3 -3" />}
          </g>
        ))}
      </svg>
    </div>
  )
}
