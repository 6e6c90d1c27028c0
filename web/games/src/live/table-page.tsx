import { useEffect, useState } from 'react'
import { grouped } from '../amount'
import { Note } from '../money-links'
import { SoundSwitch } from '../sound-switch'
import { Hand } from './cards'
import { FairDialog, RecordsDialog, RulesDialog } from './dialogs'
import { DiceDome } from './dice'
import { Felt, othersOn } from './felt'
import { RoadMap } from './road-map'
import { endOf, gain, phaseName, text } from './text'
import { chips, type Play, useTable } from './use-table'
import { Wheel } from './wheel'

const narrow = () => typeof matchMedia === 'function' && matchMedia('(max-width: 720px)').matches

type Open = 'rules' | 'records' | 'fair' | null

/** A dealer's table: the hands or the wheel above, the cloth in the middle, chips and what to do with them below. */
export function TablePage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const { play, fault } = useTable(code)
  const [open, setOpen] = useState<Open>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (open || !play || event.target instanceof HTMLInputElement) return
      const yuan = chips[Number(event.key) - 1]
      if (yuan && play.takes(yuan)) play.pick(yuan)
      if (event.key === 'Backspace') play.undo()
      if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) play.confirm()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [play, open])

  if (!play)
    return (
      <main className="notice">
        <p role={fault ? 'alert' : 'status'}>{fault?.message ?? '…'}</p>
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toFloor}
        </button>
      </main>
    )
  const { table } = play.seat
  const others = othersOn(play.seat.others ?? [])
  return (
    <div className={`live-table ${table.game}`}>
      <header className="top">
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toFloor}
        </button>
        <h1>
          {table.name}
          <small>
            {text.games[table.game]} · {text.limits(table.min, table.max)}
          </small>
        </h1>
        <nav>
          <SoundSwitch />
          <button type="button" className="quiet" onClick={() => setOpen('rules')}>
            {text.rules}
          </button>
          <button type="button" className="quiet" onClick={() => setOpen('records')}>
            {text.records}
          </button>
          <button type="button" className="quiet" onClick={() => setOpen('fair')}>
            {text.fair}
          </button>
        </nav>
      </header>

      <main className="scene-and-felt">
        <section className="live-dealing" aria-label={text.games[table.game]}>
          <Clock play={play} />
          <Scene play={play} />
          <Result play={play} />
          <AtTable play={play} />
        </section>
        <Felt
          game={table.game}
          spots={play.seat.spots}
          placed={play.placed}
          chosen={play.chosen}
          winners={play.winners}
          others={others}
          open={play.open}
          onPut={play.put}
        />
        <RoadMap game={table.game} road={table.road} columns={narrow() ? 16 : 34} beads />
      </main>

      <footer className="live-betting">
        <dl>
          <div>
            <dt>{text.balance}</dt>
            <dd data-testid="balance">{grouped(play.seat.balance)}</dd>
          </div>
          <div>
            <dt>{text.onTable}</dt>
            <dd data-testid="staked">{grouped(table.staked)}</dd>
          </div>
        </dl>
        <fieldset className="chips">
          <legend>{text.chips}</legend>
          {chips.map((yuan) => (
            <button
              key={yuan}
              type="button"
              className={`chip v${yuan}`}
              aria-pressed={play.chip === yuan}
              disabled={!play.takes(yuan)}
              onClick={() => play.pick(yuan)}
            >
              {yuan < 1000 ? yuan : `${yuan / 1000}k`}
            </button>
          ))}
        </fieldset>
        <div className="acts">
          <button
            type="button"
            className="quiet"
            disabled={!play.open || play.sum > 0 || !play.canRepeat}
            onClick={play.repeat}
          >
            {text.repeat}
          </button>
          <button type="button" className="quiet" disabled={play.sum === 0} onClick={play.undo}>
            {text.undo}
          </button>
          <button type="button" className="quiet" disabled={play.sum === 0} onClick={play.clear}>
            {text.clear}
          </button>
          <button
            type="button"
            className="gold"
            disabled={!play.open || play.sum === 0 || play.sending}
            onClick={play.confirm}
          >
            {text.confirm}
            {play.sum > 0 && ` ${grouped(String(play.sum))}`}
          </button>
        </div>
        <p className="note" role="alert">
          <Note message={play.note} />
        </p>
      </footer>
      {open === 'rules' && <RulesDialog game={table.game} spots={play.seat.spots} onClose={() => setOpen(null)} />}
      {open === 'records' && (
        <RecordsDialog bets={play.seat.history} spots={play.seat.spots} onClose={() => setOpen(null)} />
      )}
      {open === 'fair' && <FairDialog seat={play.seat} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** The box that cards are drawn from. */
function Shoe() {
  return (
    <svg className="shoe" viewBox="0 0 120 78" aria-hidden="true">
      <path d="M14 22 78 6l34 14-2 44-62 12-36-18z" fill="#2b1b0c" />
      <path d="M14 22 78 6l34 14-64 18z" fill="#7a4f1c" />
      <path d="M48 38 112 20l-2 44-62 12z" fill="#4b2f12" />
      <path d="M14 22l34 16v38l-36-18z" fill="#5c3b17" />
      <path d="M20 33l22 10v20l-22-11z" fill="#fdfaf1" />
      <path d="M23 38l16 7v12l-16-8z" fill="#a5382f" />
      <path d="M60 34l40-11" stroke="#e0b252" strokeWidth="3" />
    </svg>
  )
}

/** How much of the part that is on is left, as a ring and in words. */
function Clock({ play }: { play: Play }) {
  const { phase, game, lasts } = play.seat.table
  const share = Math.min(1, (play.seconds * 1000) / lasts)
  return (
    <div className={`live-clock ${phase}`}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="19" />
        <circle
          cx="22"
          cy="22"
          r="19"
          className="left"
          pathLength={1}
          strokeDasharray={`${share} 1`}
          transform="rotate(-90 22 22)"
        />
      </svg>
      <b>{play.seconds}</b>
      <span role="status">{phaseName(phase, game)}</span>
    </div>
  )
}

function Scene({ play }: { play: Play }) {
  const { game, phase, road } = play.seat.table
  if (game === 'roulette') return <Spin play={play} />
  if (game === 'sicbo')
    return (
      <DiceDome dice={(play.outcome ?? road.at(-1))?.dice ?? []} rolling={phase === 'dealing'} fresh={play.fresh} />
    )
  return (
    <>
      <Shoe />
      <Hands play={play} game={game} />
    </>
  )
}

function Hands({ play, game }: { play: Play; game: 'baccarat' | 'dragontiger' }) {
  const { phase } = play.seat.table
  const { outcome } = play
  const shown = phase === 'shown'
  const points = (at: 0 | 1) => (outcome ? (game === 'baccarat' ? text.points(outcome.points[at]) : '') : '')
  const [left, right] = game === 'baccarat' ? ['player', 'banker'] : ['dragon', 'tiger']
  return (
    <div className="hands" key={play.seat.table.round}>
      <Hand
        label={text.left[game]}
        cards={outcome?.left ?? []}
        points={points(0)}
        hand={0}
        won={shown && outcome?.winner === left}
        fresh={play.fresh}
      />
      <Hand
        label={text.right[game]}
        cards={outcome?.right ?? []}
        points={points(1)}
        hand={1}
        won={shown && outcome?.winner === right}
        fresh={play.fresh}
      />
    </div>
  )
}

function Spin({ play }: { play: Play }) {
  const { phase, road } = play.seat.table
  const last = road.at(-1)
  const number = play.outcome?.number ?? last?.number ?? null
  return (
    <div className="wheel-place">
      <Wheel number={number} turning={phase === 'dealing'} />
      {phase === 'shown' && play.outcome && <b className={`fell ${play.outcome.winner}`}>{play.outcome.number}</b>}
    </div>
  )
}

/** The others of the round and their newest stakes. */
function AtTable({ play }: { play: Play }) {
  const { table, others = [], spots } = play.seat
  if (!table.players) return null
  const names = new Map(spots.map((spot) => [spot.key, spot.name]))
  return (
    <aside className="live-others" aria-label={text.othersAtTable} title={text.simulatedNote}>
      <p>{text.others(table.players, table.others ?? '')}</p>
      <ul>
        {others
          .slice(table.game === 'sicbo' ? -4 : -6)
          .reverse()
          .map((bet) => (
            <li key={`${bet.name} ${bet.spot} ${bet.stake}`}>
              {bet.name}
              {bet.crowd && <small>{text.simulated}</small>}
              <b>{names.get(bet.spot) ?? bet.spot}</b>
              <span>{grouped(String(Number(bet.stake)))}</span>
            </li>
          ))}
      </ul>
    </aside>
  )
}

/** How the round ended and what it brought the player; while bets are taken, the round before. */
function Result({ play }: { play: Play }) {
  const { outcome, net } = play
  const { table, last } = play.seat
  if (table.phase === 'shown' && outcome)
    return (
      <p className={`result ${net !== null && net > 0 ? 'won' : ''}`} role="status">
        <b>{endOf(table.game, outcome)}</b>
        {net !== null && <span>{gain(net)}</span>}
      </p>
    )
  if (table.phase !== 'betting' || !last) return <p className="result" />
  return (
    <p className="result before">
      {text.lastRound} {endOf(table.game, last)}
      {last.net !== '' && ` · ${gain(Number(last.net))}`}
    </p>
  )
}
