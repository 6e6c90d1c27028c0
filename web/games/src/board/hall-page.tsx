import { useState } from 'react'
import { grouped } from '../amount'
import { BackLink } from '../back-link'
import { useCountdown, usePoll } from '../live/use-poll'
import { board } from './api'
import { TablePage } from './table-page'
import { text } from './text'
import type { BoardGame, Table } from './wire'
import './board.css'

const everyMs = 2000

/** The numbers by which the venues list the games; any other opens all tables. */
const numbers: Record<string, BoardGame> = { 830: 'niuniu', 220: 'flower', 860: 'courts', 720: 'twoeight' }

/** The hall of board tables, and the table that the player sat down at. */
export function BoardPage({ back, guest, game }: { back: string; guest: boolean; game: string }) {
  const [code, setCode] = useState<string | null>(null)
  const [only, setOnly] = useState<BoardGame | null>(numbers[game] ?? null)
  if (code) return <TablePage key={code} code={code} onLeave={() => setCode(null)} />
  return <Hall back={back} guest={guest} only={only} onOnly={setOnly} onEnter={setCode} />
}

interface HallProps {
  back: string
  guest: boolean
  only: BoardGame | null
  onOnly: (game: BoardGame | null) => void
  onEnter: (code: string) => void
}

function Hall({ back, guest, only, onOnly, onEnter }: HallProps) {
  const { value: hall, ahead, fault } = usePoll(board.hall, everyMs)
  const tables = hall?.tables ?? []
  const games = [...new Set(tables.map((table) => table.game))].filter((game) => hall?.names[game])
  return (
    <div className="board-hall">
      <header className="top">
        {back ? (
          <BackLink className="quiet" to={back}>
            {text.back}
          </BackLink>
        ) : (
          <span className="quiet" />
        )}
        <h1>
          {text.title}
          <small>{guest ? text.forFun : text.playMoney}</small>
        </h1>
        <p className="purse">
          {text.balance} <b data-testid="balance">{hall ? grouped(hall.balance) : '…'}</b>
        </p>
      </header>
      <main>
        <fieldset className="bg-games">
          <legend>{text.games}</legend>
          <button type="button" aria-pressed={only === null} onClick={() => onOnly(null)}>
            {text.all}
          </button>
          {games.map((one) => (
            <button key={one} type="button" aria-pressed={only === one} onClick={() => onOnly(one)}>
              {hall?.names[one]}
            </button>
          ))}
        </fieldset>
        {fault && <p role="alert">{fault.message}</p>}
        {!hall && !fault && <p role="status">{text.loading}</p>}
        <ul className="bg-tables">
          {tables
            .filter((table) => games.includes(table.game) && (!only || table.game === only))
            .map((table) => (
              <li key={table.code}>
                <TableCard table={table} ahead={ahead} onEnter={() => onEnter(table.code)} />
              </li>
            ))}
        </ul>
      </main>
    </div>
  )
}

function TableCard({ table, ahead, onEnter }: { table: Table; ahead: number; onEnter: () => void }) {
  const seconds = useCountdown(table.endsAt, ahead)
  const seats = Array.from({ length: table.seats }, (_, at) => at)
  return (
    <button
      type="button"
      className={`bg-table-card ${table.game}`}
      onClick={onEnter}
      aria-label={`${text.enter} ${table.name}`}
    >
      <span className="bg-small-table" aria-hidden="true">
        {seats.map((at) => (
          <i key={at} className={at < table.taken ? 'taken' : ''} />
        ))}
        <b>{text.emblem[table.game]}</b>
      </span>
      <span className="bg-about">
        <b>{table.name}</b>
        <span>
          {text.base(table.base)} · {text.people(table.taken, table.seats)}
        </span>
        <span>{text.least(table.least)}</span>
        <span className={`is-${table.phase}`}>
          {text.phase[table.phase]} {text.seconds(seconds)}
        </span>
      </span>
    </button>
  )
}
