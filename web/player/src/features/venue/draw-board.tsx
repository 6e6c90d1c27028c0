import type { ReactNode } from 'react'
import { siteForm } from '../../ui/site-form'
import { ago } from '../lobby/ago'
import { GameName } from '../lobby/game-name'
import { useLobbyText } from '../lobby/use-lobby-text'
import { BoardFrame, newestOf } from './board-frame'
import type { Draws, Round } from './front-queries'
import { useFrontText } from './use-front-text'

const places = () => (siteForm() === 'h5' ? 4 : 6)

/** So many draws before the last one show which way the numbers go. */
const earlierShown = 3

/** A long draw, such as ten places of a race, has smaller balls. */
const fewNumbers = 6

/** The latest draws of each lottery at the venue. */
export function DrawBoard({ draws, wide }: { draws: Draws[]; wide: boolean }) {
  const text = useFrontText()
  return (
    <BoardFrame id="draws" title={text.draws} newest={newestOf(draws.flatMap(({ list }) => list.map((r) => r.time)))}>
      <ul className={`grid gap-3 h5:grid-cols-1 ${wide ? 'grid-cols-3' : 'grid-cols-2'}`}>
        {draws.slice(0, places()).map((lottery) => (
          <Lottery key={lottery.game} lottery={lottery} />
        ))}
      </ul>
    </BoardFrame>
  )
}

export function Lottery({ lottery, foot }: { lottery: Draws; foot?: ReactNode }) {
  const text = useFrontText()
  const lobby = useLobbyText()
  const [last, ...earlier] = lottery.list
  if (!last) return null
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-line bg-panel px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 font-semibold">
          <GameName id={lottery.gameId} name={lottery.game} />
        </h3>
        <span className="shrink-0 text-xs text-mute">{ago(last.time, lobby)}</span>
      </div>
      <p className="tabular truncate pt-0.5 text-xs text-mute">{text.issue(last.number)}</p>
      <div className="flex min-h-12 items-center">
        <Numbers round={last} large />
      </div>
      {earlier.length > 0 && (
        <ol aria-label={text.earlier} className="space-y-1 border-t border-line/60 pt-2">
          {earlier.slice(0, earlierShown).map((round) => (
            <li key={round.number} className="flex items-center justify-between gap-3 text-xs">
              <span className="tabular min-w-0 truncate text-mute">{shortOf(round.number)}</span>
              <Numbers round={round} />
            </li>
          ))}
        </ol>
      )}
      {foot}
    </li>
  )
}

/** A ball under a lamp. */
const ball = 'radial-gradient(circle at 35% 28%, var(--color-gold-soft), var(--color-gold) 55%, var(--color-gold-dark))'

/** The end of an issue's number: the last draw above has all of it. */
const shortOf = (number: string) => number.slice(number.lastIndexOf('-') + 1)

function Numbers({ round, large = false }: { round: Round; large?: boolean }) {
  if (round.numbers.length === 0) {
    return <span className={`truncate ${large ? 'font-semibold text-gold-soft' : 'text-soft'}`}>{round.outcome}</span>
  }
  const few = round.numbers.length <= fewNumbers
  const size = large ? (few ? 'size-9 text-base' : 'size-7 text-sm') : 'size-5 text-xs'
  const look = large ? 'font-bold text-on-gold' : 'bg-raised text-soft'
  return (
    <span className="tabular flex shrink-0 gap-1">
      {round.numbers.map((number, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a draw may have a number twice, and its places are fixed
          key={place}
          className={`grid place-items-center rounded-full ${size} ${look}`}
          style={large ? { background: ball } : undefined}
        >
          {number}
        </span>
      ))}
    </span>
  )
}
