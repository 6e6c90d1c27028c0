import { language } from '@shared/language'
import type { ReactNode } from 'react'
import { siteForm } from '../../ui/site-form'
import { ago } from '../lobby/ago'
import { GameName } from '../lobby/game-name'
import { useLobbyText } from '../lobby/use-lobby-text'
import { BoardFrame, newestOf } from './board-frame'
import { Cards, handsIn } from './cards'
import type { Round, Table } from './front-queries'
import { useFrontText } from './use-front-text'

const places = () => (siteForm() === 'h5' ? 3 : 6)

/** A road has columns of six, as at every table. */
const roadCells = 48
const numberCells = 24
const wordsShown = 5

/** The latest rounds of each table that were bet on. */
export function TableBoard({ tables, wide }: { tables: Table[]; wide: boolean }) {
  const text = useFrontText()
  return (
    <BoardFrame
      id="tables"
      title={text.tables}
      line={text.tablesLine}
      newest={newestOf(tables.flatMap(({ rounds }) => rounds.map((r) => r.time)))}
    >
      <ul className={`grid gap-3 h5:grid-cols-1 ${wide ? 'grid-cols-3' : 'grid-cols-2'}`}>
        {tables.slice(0, places()).map((table) => (
          <TableCard key={`${table.game} ${table.table}`} table={table} />
        ))}
      </ul>
    </BoardFrame>
  )
}

export function TableCard({ table, foot }: { table: Table; foot?: ReactNode }) {
  const text = useFrontText()
  const lobby = useLobbyText()
  const marked = table.rounds.filter(({ mark }) => mark !== '')
  const last = table.rounds[0]
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-line bg-panel px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-3 pb-2.5">
        <h3 className="flex min-w-0 items-baseline gap-2 font-semibold">
          <GameName id={table.gameId} name={table.game} />
          {table.table && <span className="shrink-0 text-sm font-normal text-soft">{table.table}</span>}
        </h3>
        {last && <span className="shrink-0 text-xs text-mute">{ago(last.time, lobby)}</span>}
      </div>
      {marked.length === 0 ? (
        <Words rounds={table.rounds} />
      ) : marked[0]?.mark === 'number' ? (
        <Numbers rounds={marked} label={text.road(table.game)} />
      ) : (
        <Road rounds={marked} label={text.road(table.game)} />
      )}
      {foot}
    </li>
  )
}

/** Red for the banker's side, blue for the player's, green for a tie; the sign says it too. */
const beads: Record<string, string> = {
  banker: 'var(--color-hot)',
  dragon: 'var(--color-hot)',
  player: '#2b5aa8',
  tiger: '#2b5aa8',
  tie: 'var(--color-new)',
  big: 'var(--color-hot)',
  small: '#2b5aa8',
  triple: 'var(--color-new)',
}

/** The signs of an English road: a whole word is wider than its bead. */
const letters: Record<string, string> = {
  banker: 'B',
  player: 'P',
  dragon: 'D',
  tiger: 'Ti',
  tie: 'T',
  big: 'B',
  small: 'S',
  triple: 'Tr',
}

const bead = 'grid aspect-square w-full max-w-7 place-items-center rounded-full text-xs text-white'

function Road({ rounds, label }: { rounds: Round[]; label: string }) {
  const text = useFrontText()
  const english = language() === 'en'
  const cells = rounds.slice(0, roadCells).toReversed()
  const counts = ['banker', 'player', 'dragon', 'tiger', 'tie', 'big', 'small', 'triple']
    .map((mark) => [mark, rounds.filter((round) => round.mark === mark).length] as const)
    .filter(([, count]) => count > 0)
  return (
    <>
      <ol
        aria-label={label}
        className="grid grid-flow-col place-items-center gap-1 rounded-lg bg-deep p-2"
        style={{ grid: 'repeat(6, auto) / repeat(8, 1fr)', gridAutoFlow: 'column' }}
      >
        {cells.map((round) => (
          <li key={round.number} className={bead} style={{ background: beads[round.mark] }}>
            <span className="sr-only">{text.mark[round.mark]}</span>
            <span data-own-words={english ? '' : undefined} aria-hidden="true">
              {english ? letters[round.mark] : text.mark[round.mark]}
            </span>
          </li>
        ))}
        {Array.from({ length: roadCells - cells.length }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and have no id
          <li key={`place-${place}`} aria-hidden="true" className={`${bead} bg-raised opacity-60`} />
        ))}
      </ol>
      <p className="tabular flex flex-wrap gap-x-3 pt-2 text-xs text-mute">
        <span>{text.rounds(rounds.length)}</span>
        {counts.map(([mark, count]) => (
          <span key={mark} className="text-soft">
            {text.mark[mark]} {count}
          </span>
        ))}
      </p>
    </>
  )
}

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

const ground = (number: number) => (number === 0 ? 'bg-new' : reds.has(number) ? 'bg-hot' : 'bg-deep')

/** The numbers of a wheel, the latest first. */
function Numbers({ rounds, label }: { rounds: Round[]; label: string }) {
  const text = useFrontText()
  return (
    <>
      <ol aria-label={label} className="tabular grid grid-cols-8 gap-1">
        {rounds.slice(0, numberCells).map((round, place) => (
          <li
            key={round.number}
            className={`grid h-9 place-items-center rounded-md text-sm text-white ${ground(Number(round.outcome))} ${place === 0 ? 'border border-gold font-bold' : ''}`}
          >
            {round.outcome}
          </li>
        ))}
      </ol>
      <p className="pt-2 text-xs text-mute">{text.rounds(rounds.length)}</p>
    </>
  )
}

/** Rounds in the venue's own words, where these say no side. */
function Words({ rounds }: { rounds: Round[] }) {
  const lobby = useLobbyText()
  return (
    <ol className="space-y-1.5">
      {rounds.slice(0, wordsShown).map((round) => (
        <li
          key={round.number}
          className="flex items-baseline justify-between gap-3 rounded-md bg-raised px-2.5 py-1.5 text-sm"
        >
          <span className="min-w-0 truncate">
            <Cards text={handsIn(round.outcome).join('  ·  ') || round.outcome} />
          </span>
          <span className="shrink-0 text-xs text-mute">{ago(round.time, lobby)}</span>
        </li>
      ))}
    </ol>
  )
}
