import { useMemo, useState } from 'react'
import { grouped } from '../amount'
import { BackLink } from '../back-link'
import { live } from './api'
import { RoadMap } from './road-map'
import { TablePage } from './table-page'
import { phaseName, text } from './text'
import { useCountdown, usePoll } from './use-poll'
import type { Table, TableGame } from './wire'
import './live.css'

const everyMs = 2000

/** The codes by which the venues list the games; any other opens all tables. */
const codes: Record<string, TableGame> = {
  BAC: 'baccarat',
  3001: 'baccarat',
  101: 'baccarat',
  'MX-LIVE-001': 'baccarat',
  DT: 'dragontiger',
  3003: 'dragontiger',
  102: 'dragontiger',
  ROU: 'roulette',
  3007: 'roulette',
  103: 'roulette',
  SHB: 'sicbo',
  3008: 'sicbo',
  104: 'sicbo',
}

/** The hall of dealer tables, and the table that the player sat down at. */
export function LivePage({ back, guest, game }: { back: string; guest: boolean; game: string }) {
  const [only, setOnly] = useState<TableGame | null>(codes[game] ?? null)
  const [code, setCode] = useState<string | null>(null)
  if (code) return <TablePage key={code} code={code} onLeave={() => setCode(null)} />
  return <Floor back={back} guest={guest} only={only} onOnly={setOnly} onEnter={setCode} />
}

interface FloorProps {
  back: string
  guest: boolean
  only: TableGame | null
  onOnly: (game: TableGame | null) => void
  onEnter: (code: string) => void
}

function Floor({ back, guest, only, onOnly, onEnter }: FloorProps) {
  const { value: floor, ahead, fault } = usePoll(live.floor, everyMs)
  const games = useMemo(() => [...new Set((floor?.tables ?? []).map((table) => table.game))], [floor])
  return (
    <div className="live-floor">
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
          {text.balance} <b data-testid="balance">{floor ? grouped(floor.balance) : '…'}</b>
        </p>
      </header>
      <main>
        <fieldset className="games">
          <legend>{text.title}</legend>
          <button type="button" aria-pressed={only === null} onClick={() => onOnly(null)}>
            {text.all}
          </button>
          {games.map((one) => (
            <button key={one} type="button" aria-pressed={only === one} onClick={() => onOnly(one)}>
              {text.games[one]}
            </button>
          ))}
        </fieldset>
        {fault && <p role="alert">{fault.message}</p>}
        <ul className="tables">
          {(floor?.tables ?? [])
            .filter((table) => !only || table.game === only)
            .map((table) => (
              <li key={table.code}>
                <TableCard table={table} ahead={ahead} onEnter={() => onEnter(table.code)} />
              </li>
            ))}
        </ul>
        {floor?.lively && <p className="live-note">{text.othersNote}</p>}
      </main>
    </div>
  )
}

function TableCard({ table, ahead, onEnter }: { table: Table; ahead: number; onEnter: () => void }) {
  const seconds = useCountdown(table.endsAt, ahead)
  return (
    <button
      type="button"
      className={`table-card ${table.game}`}
      onClick={onEnter}
      aria-label={`${text.enter} ${table.name}`}
    >
      <span className="card-head">
        <b>{table.name}</b>
        <i className={`phase ${table.phase}`}>
          {phaseName(table.phase, table.game)} {text.seconds(seconds)}
        </i>
      </span>
      <RoadMap game={table.game} road={table.road} columns={22} beads={false} />
      <span className="card-foot">
        <span>
          {text.games[table.game]}
          {table.players ? <i className="busy">{text.others(table.players, table.others ?? '')}</i> : null}
        </span>
        <i>{text.limits(table.min, table.max)}</i>
      </span>
    </button>
  )
}
