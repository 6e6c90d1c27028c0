import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { grouped } from '../amount'
import type { PlayError } from '../api'
import { BackLink } from '../back-link'
import { MoneyLinks } from '../money-links'
import { SoundSwitch } from '../sound-switch'
import { FairDialog, RecordsDialog, RulesDialog, showsOf } from './dialogs'
import { Pond } from './pond'
import { Shooter } from './shooter'
import { sounds } from './sound'
import { text } from './text'
import type { Hall, Halls, Kind, Room } from './wire'

type Open = 'rules' | 'records' | 'fair' | null

interface Props {
  halls: Halls
  hall: Hall
  room: Room
  back: string
  onLeave: () => void
}

const yuan = (fen: number) => (fen / 100).toFixed(2)
const calm = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** A room: the sea on a canvas, and the controls over it. */
export function RoomPage({ halls, hall, room, back, onLeave }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const bar = useRef<HTMLElement>(null)
  const pond = useRef<Pond | null>(null)
  const [level, setLevel] = useState(0)
  const [balance, setBalance] = useState<number | null>(null)
  const [auto, setAuto] = useState(false)
  const [lock, setLock] = useState(false)
  const [note, setNote] = useState('')
  const [short, setShort] = useState(false)
  const [fault, setFault] = useState<PlayError | null>(null)
  const [boss, setBoss] = useState<Kind | null>(null)
  const [said, setSaid] = useState('')
  const [open, setOpen] = useState<Open>(null)

  useEffect(() => {
    if (!canvas.current) return
    const names = new Map(hall.kinds.map((kind) => [kind.code, kind]))
    let bossTimer: ReturnType<typeof setTimeout> | undefined
    const shooter = new Shooter(hall.game.code, room.code, {
      onSeen: (seen) => {
        setFault(null)
        sea.ahead = seen.now - Date.now()
        sea.setOthers(seen.cannons, seen.seat)
        sea.setNews(seen.news)
        sea.setFish(seen.fish)
      },
      onShots: (shots) => {
        for (const shot of shots) {
          sea.result(shot.fish, shot.paid ?? 0, shot.multiple ?? 0)
          const kind = names.get(shot.kind ?? '')
          if (!shot.multiple || !kind) continue
          setSaid(text.caught(kind.name, yuan(shot.paid ?? 0)))
          if (kind.boss) sounds.prize()
          else sounds.caught(shot.multiple)
        }
      },
      onBalance: (fen) => {
        setBalance(fen)
        if (fen >= (room.cannons[0] ?? 0)) setShort(false)
      },
      onNote: (sentence) => {
        setNote(sentence)
        if (sentence && sentence !== text.unsure) sounds.no()
      },
      onFault: setFault,
    })
    const sea = new Pond(
      canvas.current,
      hall.kinds,
      hall.game.palette,
      hall.game.seed,
      calm(),
      () => bar.current?.offsetHeight ?? 0,
      {
        mayFire: (cost) => {
          const may = shooter.reserve(cost)
          if (!may) {
            sounds.no()
            setAuto(false)
            setShort(true)
          }
          return may
        },
        onHit: (hit) => {
          sounds.hit()
          shooter.hit(hit)
        },
        onSpent: (cost) => shooter.release(cost),
        onFire: () => {
          setNote('')
          sounds.fire(sea.level)
        },
        onBoss: (kind) => {
          setBoss(kind)
          setSaid(text.boss(kind.name))
          sounds.boss()
          clearTimeout(bossTimer)
          bossTimer = setTimeout(() => setBoss(null), 4200)
        },
      },
    )
    sea.costs = room.cannons
    sea.cost = room.cannons[0] ?? 0
    pond.current = sea
    const watch = new ResizeObserver(() => sea.resize())
    watch.observe(canvas.current)
    sea.start()
    shooter.start()
    return () => {
      watch.disconnect()
      clearTimeout(bossTimer)
      sea.stop()
      shooter.stop()
      pond.current = null
    }
  }, [hall, room])

  const toLevel = useCallback(
    (next: number) => {
      const to = Math.min(room.cannons.length - 1, Math.max(0, next))
      setLevel(to)
      sounds.level()
      if (!pond.current) return
      pond.current.level = to
      pond.current.cost = room.cannons[to] ?? 0
    },
    [room],
  )
  useEffect(() => {
    if (pond.current) pond.current.auto = auto && !open
  }, [auto, open])
  useEffect(() => {
    if (!pond.current) return
    pond.current.lock = lock
    if (!lock) pond.current.target = null
  }, [lock])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const sea = pond.current
      if (!sea || open || event.ctrlKey || event.metaKey || event.altKey) return
      const pressed = event.type === 'keydown'
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        sea.turning = pressed ? (event.key === 'ArrowLeft' ? -1 : 1) : 0
        event.preventDefault()
      } else if (event.key === ' ') {
        // On a button the bar of space presses that button.
        if (event.target instanceof HTMLButtonElement) return
        sea.holding = pressed
        event.preventDefault()
      } else if (!pressed || event.repeat) return
      else if (event.key === '+' || event.key === '=') toLevel(level + 1)
      else if (event.key === '-') toLevel(level - 1)
      else if (event.key === 'a') setAuto((on) => !on)
      else if (event.key === 'l') setLock((on) => !on)
    }
    const release = () => {
      if (pond.current) pond.current.holding = false
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('keyup', onKey)
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keyup', onKey)
      window.removeEventListener('blur', release)
    }
  }, [open, level, toLevel])

  const aim = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = event.currentTarget.getBoundingClientRect()
    pond.current?.aimAt(event.clientX - at.left, event.clientY - at.top)
  }
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = event.currentTarget.getBoundingClientRect()
    event.currentTarget.setPointerCapture(event.pointerId)
    aim(event)
    const sea = pond.current
    if (!sea) return
    sea.pick(event.clientX - at.left, event.clientY - at.top)
    sea.holding = true
    sea.fire()
  }
  const letGo = () => {
    if (pond.current) pond.current.holding = false
  }

  if (fault?.over)
    return (
      <main className="notice">
        <p role="alert">{text.over}</p>
        {back && (
          <BackLink className="gold" to={back}>
            {text.back}
          </BackLink>
        )}
      </main>
    )
  return (
    <div className="fish-room">
      <canvas
        ref={canvas}
        role="img"
        aria-label={text.sea}
        onPointerMove={aim}
        onPointerDown={press}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
      <header className="top">
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toHall}
        </button>
        <h1>
          {hall.game.name}
          <small>{room.name}</small>
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
      {boss && (
        <div className="boss-call" key={boss.code}>
          <b>{text.boss(boss.name)}</b>
          <span>{text.bossPays(showsOf(boss).split(' – ').at(-1) ?? '')}</span>
        </div>
      )}
      {!boss && balance === null && (
        <p className="waiting" role={fault ? 'alert' : 'status'}>
          {fault?.message ?? text.loading}
        </p>
      )}
      <footer ref={bar} className="guns">
        <p className="purse">
          {text.balance} <b data-testid="balance">{balance === null ? '…' : grouped(yuan(balance))}</b>
        </p>
        <fieldset className="cannon">
          <legend>{text.perShot}</legend>
          <button type="button" aria-label={text.less} disabled={level === 0} onClick={() => toLevel(level - 1)}>
            −
          </button>
          <output aria-label={text.perShot}>{yuan(room.cannons[level] ?? 0)}</output>
          <button
            type="button"
            aria-label={text.more}
            disabled={level === room.cannons.length - 1}
            onClick={() => toLevel(level + 1)}
          >
            +
          </button>
        </fieldset>
        <div className="modes">
          <button type="button" aria-pressed={lock} onClick={() => setLock(!lock)}>
            {text.lock}
          </button>
          <button type="button" aria-pressed={auto} onClick={() => setAuto(!auto)}>
            {text.auto}
          </button>
          <button type="button" className="shoot" onClick={() => pond.current?.fire()}>
            {text.fire}
          </button>
        </div>
        {(note || short || (fault && balance !== null)) && (
          <p className="note" role="alert">
            {short ? text.short : note || fault?.message}
            {short && <MoneyLinks />}
          </p>
        )}
      </footer>
      <p className="spoken" role="status">
        {said}
      </p>
      {open === 'rules' && <RulesDialog hall={hall} share={halls.return} onClose={() => setOpen(null)} />}
      {open === 'records' && <RecordsDialog halls={halls.halls} onClose={() => setOpen(null)} />}
      {open === 'fair' && <FairDialog onClose={() => setOpen(null)} />}
    </div>
  )
}
