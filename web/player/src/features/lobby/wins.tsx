import { groundOf } from '@shared/art/cover-ground'
import { boot } from '@shared/boot'
import { formatFen } from '@shared/money'
import { memo, type ReactNode, useState } from 'react'
import { siteForm } from '../../ui/site-form'
import { useGrowing } from '../../ui/use-growing'
import { CoverPicture } from './cover'
import { GameName } from './game-name'
import type { Best, HomeLobby, Win } from './lobby-queries'
import { useLobbyText } from './use-lobby-text'
import { WinRow, winKey } from './win-row'

/** How many places a board of the day has. */
const places = 10

type Board = 'multiples' | 'winners' | 'wins' | 'largest'

/** The boards of the day and the latest wins. The demo says that the money is not real. */
export const Wins = memo(function Wins({ lobby }: { lobby: HomeLobby | undefined }) {
  const text = useLobbyText()
  return (
    <section aria-label={text.boards}>
      {siteForm() === 'h5' ? <OneBoard lobby={lobby} /> : <AllBoards lobby={lobby} />}
      {boot.demo && <p className="pt-2 text-xs text-mute">{text.demoWins}</p>}
    </section>
  )
})

/** The boards fill one after the other. */
function AllBoards({ lobby }: { lobby: HomeLobby | undefined }) {
  const text = useLobbyText()
  const filled = useGrowing(lobby ? 3 : 0)
  return (
    <div className="grid grid-cols-3 gap-4">
      <div className="panel px-5 py-4">
        <Heading title={text.multiples} />
        <BestList best={filled > 0 ? lobby?.multiples : undefined} />
      </div>
      <div className="panel px-5 py-4">
        <Heading title={text.winners} />
        <BestList best={filled > 1 ? lobby?.winners : undefined} />
      </div>
      <div className="panel px-5 py-4">
        <Heading title={text.wins} />
        <WinList wins={filled > 2 ? lobby?.latest : undefined} places={5} />
        <div className="pt-3">
          <Heading title={text.largest} />
          <WinList wins={filled > 2 ? lobby?.largest : undefined} places={4} large />
        </div>
      </div>
    </div>
  )
}

/** On the phone one board is seen at a time: first the first that is not empty. */
function OneBoard({ lobby }: { lobby: HomeLobby | undefined }) {
  const text = useLobbyText()
  const [picked, setPicked] = useState<Board>()
  const lists = { multiples: lobby?.multiples, winners: lobby?.winners, wins: lobby?.latest, largest: lobby?.largest }
  const names: [Board, string][] = [
    ['multiples', text.multiples],
    ['winners', text.winners],
    ['wins', text.wins],
    ['largest', text.week],
  ]
  const board = picked ?? names.find(([key]) => (lists[key] ?? []).length > 0)?.[0] ?? 'multiples'
  const shown: Record<Board, ReactNode> = {
    multiples: <BestList best={lobby?.multiples} />,
    winners: <BestList best={lobby?.winners} />,
    wins: <WinList wins={lobby?.latest} places={places} />,
    largest: <WinList wins={lobby?.largest} places={places} large />,
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words */}
      <div role="group" aria-label={text.boards} className="flex justify-between pb-2">
        {names.map(([key, name]) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === board}
            onClick={() => setPicked(key)}
            className={`min-h-11 rounded-full px-2 text-sm ${key === board ? 'bg-gold/15 font-semibold text-gold' : 'text-soft'}`}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="panel px-4 py-3">{shown[board]}</div>
    </>
  )
}

const Heading = ({ title }: { title: string }) => <h2 className="pb-1.5 font-semibold text-gold-soft">{title}</h2>

/** Fewer rows than this leave the rest of a board empty. */
const fewest = 5

/** Its rows have their places before they are there. A board of few is shorter, and grows. */
function List({ waiting, none, places, rows }: { waiting: boolean; none: string; places: number; rows: ReactNode[] }) {
  const kept = waiting ? places : Math.min(places, fewest)
  return (
    <div className="relative">
      <ol>
        {rows}
        {Array.from({ length: Math.max(0, kept - rows.length) }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and have no id
          <li key={`place-${place}`} aria-hidden="true" className="h-10 h5:h-11" />
        ))}
      </ol>
      {!waiting && rows.length === 0 && (
        <p className="absolute inset-0 grid place-items-center text-center text-sm text-mute">{none}</p>
      )}
    </div>
  )
}

function WinList({ wins, places, large = false }: { wins: Win[] | undefined; places: number; large?: boolean }) {
  const text = useLobbyText()
  const rows = (wins ?? [])
    .slice(0, places)
    .map((win, place) => <WinRow key={winKey(win, place)} win={win} large={large} className="h-10 h5:h-11" />)
  return <List waiting={!wins} none={text.winsNone} places={places} rows={rows} />
}

function BestList({ best }: { best: Best[] | undefined }) {
  const text = useLobbyText()
  const rows = (best ?? []).slice(0, places).map((one, place) => (
    <BestRow
      // biome-ignore lint/suspicious/noArrayIndexKey: two places may be alike in all that is shown
      key={place}
      best={one}
      place={place + 1}
    />
  ))
  return <List waiting={!best} none={text.dayNone} places={places} rows={rows} />
}

function BestRow({ best, place }: { best: Best; place: number }) {
  const text = useLobbyText()
  return (
    <li className="flex h-10 items-center gap-3 border-b border-line/60 text-sm h5:h-11">
      <span className={`tabular w-5 shrink-0 text-center ${place <= 3 ? 'font-semibold text-gold' : 'text-mute'}`}>
        {place}
      </span>
      {best.gameId > 0 && (
        <span
          className="relative size-8 shrink-0 overflow-hidden rounded-md"
          style={{ background: groundOf(best.cover.palette) }}
        >
          <CoverPicture cover={best.cover} plain small />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <GameName id={best.gameId} name={best.game} />
      </span>
      <span className="shrink-0 text-xs text-mute">{best.player}</span>
      <span className="tabular shrink-0 font-semibold text-gold">
        {best.multiple > 0 ? (
          text.times(timesText(best.multiple))
        ) : (
          <>
            <span className="sr-only">{text.won}</span>+¥{formatFen(best.fen)}
          </>
        )}
      </span>
    </li>
  )
}

/** 1234 is 12.3; from a hundred on there is no decimal. */
const timesText = (hundredths: number) =>
  hundredths >= 10_000 ? String(Math.floor(hundredths / 100)) : (Math.floor(hundredths / 10) / 10).toString()
