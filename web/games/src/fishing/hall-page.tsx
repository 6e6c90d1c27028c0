import { type CSSProperties, useEffect, useState } from 'react'
import { grouped } from '../amount'
import { PlayError } from '../api'
import { BackLink } from '../back-link'
import { fishing } from './api'
import { Picture, RecordsDialog, RulesDialog } from './dialogs'
import { RoomPage } from './room-page'
import { waterOf } from './sea'
import { text } from './text'
import type { Hall, Halls } from './wire'
import './fishing.css'

interface Props {
  back: string
  guest: boolean
  /** The game that was launched. The address's fragment may name a hall instead (H-159). */
  game: string
}

/** The halls of the venue with their rooms, and the room that the player entered. */
export function FishingPage({ back, guest, game }: Props) {
  const [halls, setHalls] = useState<Halls | null>(null)
  const [fault, setFault] = useState<PlayError | null>(null)
  const [code, setCode] = useState(() => decodeURIComponent(location.hash.slice(1)) || game)
  const [room, setRoom] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: turn and room ask once more
  useEffect(() => {
    if (room) return
    let alive = true
    setFault(null)
    fishing.halls().then(
      (found) => {
        if (alive) setHalls(found)
      },
      (error) => {
        if (alive) setFault(error instanceof PlayError ? error : new PlayError(String(error), 0))
      },
    )
    return () => {
      alive = false
    }
  }, [turn, room])

  const hall = halls?.halls.find((one) => one.game.code === code) ?? halls?.halls[0]
  useEffect(() => {
    if (hall) document.title = hall.game.name
  }, [hall])

  if (!halls || !hall)
    return (
      <main className="notice">
        <p role={fault ? 'alert' : 'status'}>{fault ? (fault.over ? text.over : fault.message) : text.loading}</p>
        {fault && !fault.over && (
          <button type="button" className="gold" onClick={() => setTurn((n) => n + 1)}>
            {text.retry}
          </button>
        )}
      </main>
    )
  const entered = hall.rooms.find((one) => one.code === room)
  if (entered)
    return (
      <RoomPage
        key={`${hall.game.code} ${entered.code}`}
        halls={halls}
        hall={hall}
        room={entered}
        back={back}
        onLeave={() => setRoom(null)}
      />
    )
  return (
    <HallView
      halls={halls}
      hall={hall}
      back={back}
      guest={guest}
      fault={fault}
      onHall={(next) => {
        setCode(next)
        history.replaceState(null, '', `#${encodeURIComponent(next)}`)
      }}
      onRoom={setRoom}
    />
  )
}

interface ViewProps {
  halls: Halls
  hall: Hall
  back: string
  guest: boolean
  fault: PlayError | null
  onHall: (code: string) => void
  onRoom: (code: string) => void
}

const roomFish: Record<string, string[]> = { novice: ['minnow', 'clown', 'angel'], deep: ['octopus', 'turtle', 'ray'] }

function HallView({ halls, hall, back, guest, fault, onHall, onRoom }: ViewProps) {
  const [open, setOpen] = useState<'rules' | 'records' | null>(null)
  const water = waterOf(hall.game.palette)
  const boss = hall.kinds.find((kind) => kind.code === hall.boss)
  const yuan = (fen: number | undefined) => ((fen ?? 0) / 100).toFixed(2)
  return (
    <div
      className="fish-hall"
      style={{ '--high': water.high, '--mid': water.mid, '--low': water.deep } as CSSProperties}
    >
      <header className="top">
        {back ? (
          <BackLink className="quiet" to={back}>
            {text.back}
          </BackLink>
        ) : (
          <span />
        )}
        <p className="purse">
          {text.balance} <b data-testid="balance">{grouped(halls.balance)}</b>
        </p>
        <nav>
          <button type="button" className="quiet" onClick={() => setOpen('rules')}>
            {text.rules}
          </button>
          <button type="button" className="quiet" onClick={() => setOpen('records')}>
            {text.records}
          </button>
        </nav>
      </header>
      <main>
        <section className="title">
          <div>
            <h1>{hall.game.name}</h1>
            <p>
              {boss && text.bossOf(boss.name)}
              <small>{guest ? text.forFun : text.playMoney}</small>
            </p>
          </div>
          <Picture key={hall.boss} kind={hall.boss} width={300} height={190} />
        </section>
        {fault && <p role="alert">{fault.message}</p>}
        <h2>{text.rooms}</h2>
        <ul className="rooms">
          {hall.rooms.map((room) => (
            <li key={room.code}>
              <button
                type="button"
                className={`room ${room.code}`}
                onClick={() => onRoom(room.code)}
                aria-label={text.enter(room.name)}
              >
                <span className="shoal" aria-hidden="true">
                  {(roomFish[room.code] ?? ['koi', 'shark', hall.boss]).map((kind) => (
                    <Picture key={kind} kind={kind} width={96} height={68} />
                  ))}
                </span>
                <b>{room.name}</b>
                <span>{text.roomLines[room.code]}</span>
                <span className="range">{text.cannonRange(yuan(room.cannons[0]), yuan(room.cannons.at(-1)))}</span>
                <small>{text.players(room.players)}</small>
              </button>
            </li>
          ))}
        </ul>
        {halls.lively && <p className="fish-note">{text.simulatedNote}</p>}
        {halls.halls.length > 1 && (
          <>
            <h2>{text.halls}</h2>
            <ul className="halls">
              {halls.halls.map((one) => {
                const colours = waterOf(one.game.palette)
                return (
                  <li key={one.game.code}>
                    <button
                      type="button"
                      aria-pressed={one.game.code === hall.game.code}
                      onClick={() => onHall(one.game.code)}
                      style={{ '--high': colours.high, '--low': colours.deep } as CSSProperties}
                    >
                      <Picture kind={one.boss} width={84} height={54} />
                      {one.game.name}
                    </button>
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </main>
      {open === 'rules' && <RulesDialog hall={hall} share={halls.return} onClose={() => setOpen(null)} />}
      {open === 'records' && <RecordsDialog halls={halls.halls} onClose={() => setOpen(null)} />}
    </div>
  )
}
