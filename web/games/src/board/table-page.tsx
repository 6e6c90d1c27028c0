import { useEffect, useState } from 'react'
import { grouped } from '../amount'
import { Note } from '../money-links'
import { SoundSwitch } from '../sound-switch'
import { FairDialog, RecordsDialog, RulesDialog } from './dialogs'
import { Payments } from './payments'
import { Place } from './place'
import { text } from './text'
import { type Play, useBoard } from './use-board'
import type { Chair, Past, Phase } from './wire'

type Open = 'rules' | 'records' | 'fair' | null

/** A board table: the seats around the felt with the player in front, and what can be chosen below. */
export function TablePage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const { play, fault } = useBoard(code)
  const [open, setOpen] = useState<Open>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (open || !play || play.sending || event.ctrlKey || event.altKey || event.metaKey) return
      const choice = play.choices.find(({ value }) => String(value) === event.key)
      if (choice) play.choose(choice.value)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [play, open])

  if (!play)
    return (
      <main className="notice">
        <p role={fault ? 'alert' : 'status'}>{fault?.message ?? text.loading}</p>
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toHall}
        </button>
      </main>
    )
  const { seat } = play
  return (
    <div className={`board-table ${seat.table.game}`}>
      <header className="top">
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toHall}
        </button>
        <h1>
          {seat.table.name}
          <small>
            {text.base(seat.table.base)} · {text.playMoney}
          </small>
        </h1>
        <nav>
          <SoundSwitch />
          {(['rules', 'records', 'fair'] as const).map((one) => (
            <button key={one} type="button" className="quiet" onClick={() => setOpen(one)}>
              {text[one]}
            </button>
          ))}
        </nav>
      </header>
      <main>
        <Felt play={play} />
        <PastRounds rounds={seat.rounds} />
      </main>
      <Actions play={play} fault={fault?.message ?? ''} />
      {open === 'rules' && <RulesDialog seat={seat} onClose={() => setOpen(null)} />}
      {open === 'records' && <RecordsDialog bets={seat.history} onClose={() => setOpen(null)} />}
      {open === 'fair' && <FairDialog seat={seat} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** The seats, turned so that the player's is in front. */
function Felt({ play }: { play: Play }) {
  const { seat, banker } = play
  const { seats } = seat.rules
  const front = Math.max(seat.seat, 0)
  const company = seat.chairs.find((chair) => chair.seat < 0)
  const chairs = Array.from({ length: seats }, (_, at) => {
    const number = (front + at) % seats
    return { number, chair: seat.chairs.find((one) => one.seat === number) }
  })
  return (
    <section className={`bg-felt seats${seats}`} aria-label={seat.table.name} data-emblem={seat.rules.title}>
      {chairs.map(({ number, chair }, at) => (
        <Place
          key={number}
          play={play}
          chair={chair}
          number={number}
          at={at}
          asked={chair?.you === true && play.choices.length > 0}
        />
      ))}
      <div className="bg-middle">
        <div className="bg-state">
          <Clock play={play} />
          <p className="bg-bank">{banker && bankWords(banker, seat.factor)}</p>
          <Outcome me={play.me} phase={seat.table.phase} />
        </div>
        {company && <Place play={play} chair={company} number={-1} at={seats} />}
      </div>
      {seat.table.phase === 'shown' && play.fresh && (
        <Payments
          key={seat.table.round}
          seats={seats}
          chairs={seat.chairs.map((chair) => ({
            at: chair.seat < 0 ? -1 : (chair.seat - front + seats) % seats,
            banker: chair.banker,
            net: Number(chair.net ?? 0),
          }))}
        />
      )}
    </section>
  )
}

function bankWords(banker: Chair, factor: number): string {
  if (banker.seat < 0) return text.companyBank
  return text.bankIs(banker.you ? text.you : banker.name, factor)
}

const lengths: Record<Phase, number> = { bidding: 7, betting: 8, dealing: 4, turning: 4, shown: 6 }

/** How much of the phase is left, as a ring and in words. */
function Clock({ play }: { play: Play }) {
  const { phase } = play.seat.table
  const share = Math.min(1, play.seconds / lengths[phase])
  return (
    <div className={`bg-clock is-${phase}`}>
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
      <span role="status">{text.phase[phase]}</span>
    </div>
  )
}

function Outcome({ me, phase }: { me: Chair | undefined; phase: Phase }) {
  if (phase !== 'shown' || !me?.net) return null
  const net = Number(me.net)
  const words = net > 0 ? text.won(me.net) : net < 0 ? text.lost(me.net.replace('-', '')) : text.even
  return (
    <p className={`bg-outcome ${net > 0 ? 'won' : ''}`} role="status" data-testid="outcome">
      {words}
    </p>
  )
}

/** The last rounds: who held the bank, with what, and how it ended for the bank. */
function PastRounds({ rounds }: { rounds: Past[] }) {
  return (
    <ol className="bg-past" aria-label={text.past}>
      {rounds.map((round) => (
        <li key={round.number} className={round.net > 0 ? 'won' : round.net < 0 ? 'lost' : ''}>
          <b>{round.net > 0 ? text.bankWon : round.net < 0 ? text.bankLost : text.bankEven}</b>
          {round.banker || (round.seat < 0 ? text.company : text.seat(round.seat + 1))} · {round.hand}
        </li>
      ))}
    </ol>
  )
}

function Actions({ play, fault }: { play: Play; fault: string }) {
  const { seat, choices } = play
  const words = seat.table.phase === 'bidding' ? text.bid : text.put
  return (
    <footer className="bg-actions">
      <dl>
        <div>
          <dt>{text.balance}</dt>
          <dd data-testid="balance">{grouped(seat.balance)}</dd>
        </div>
        <div>
          <dt>{text.held}</dt>
          <dd data-testid="held">{seat.held}</dd>
        </div>
      </dl>
      <div className="bg-line">
        <p>{play.note || fault ? '' : play.line}</p>
        <p className="note" role="alert">
          <Note message={play.note || fault} />
        </p>
      </div>
      <div className="bg-choices">
        {choices.map(({ value, holds }) => (
          <button
            key={value}
            type="button"
            className={`bg-choice v${value}`}
            disabled={play.sending}
            onClick={() => play.choose(value)}
          >
            <b>{words(value)}</b>
            <small>{text.atMost(holds)}</small>
          </button>
        ))}
      </div>
    </footer>
  )
}
