import { useCallback, useEffect, useRef, useState } from 'react'
import { grouped } from '../amount'
import { PlayError } from '../api'
import { useCountdown, usePoll } from '../live/use-poll'
import { Note } from '../money-links'
import { sounds } from '../slot/sound'
import { SoundSwitch } from '../sound-switch'
import { lottery } from './api'
import { colourOf, Result, Waiting } from './balls'
import { type Chase, ChaseDialog, HistoryDialog, outcomeOf, RecordsDialog, TrendsDialog } from './dialogs'
import { clock, shortIssue } from './format'
import { costOf, isNumeric, type Quick, quickPicks, tabsOf } from './slip'
import { text } from './text'
import type { Room } from './wire'

const everyMs = 1500
type Open = 'records' | 'history' | 'trends' | 'chase' | null

/** One lottery: its issue, its picks and the bet slip. */
export function DrawPage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const ask = useCallback(() => lottery.room(code), [code])
  const { value: room, ahead, fault, refresh } = usePoll(ask, everyMs)
  if (room) return <Table room={room} ahead={ahead} fault={fault} refresh={refresh} onLeave={onLeave} />
  return (
    <div className="lottery">
      <main>
        <button type="button" className="quiet" onClick={onLeave}>
          {text.toHall}
        </button>
        {fault ? <p role="alert">{fault.message}</p> : <p role="status">{text.loading}</p>}
      </main>
    </div>
  )
}

function Table(props: {
  room: Room
  ahead: number
  fault: PlayError | null
  refresh: () => void
  onLeave: () => void
}) {
  const { room, ahead, refresh } = props
  const { name, family, issue, closesAt, drawnAt } = room.lottery
  const tabs = tabsOf(room.picks)
  const [tab, setTab] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [unit, setUnit] = useState(room.units[0] ?? 2)
  const [multiple, setMultiple] = useState(1)
  const [chase, setChase] = useState<Chase | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const [note, setNote] = useState('')
  const [sending, setSending] = useState(false)
  const sent = useRef<{ id: string; key: string } | null>(null)
  const toClose = useCountdown(closesAt, ahead)
  const toDraw = useCountdown(drawnAt, ahead)

  useEffect(() => {
    if (toDraw === 0) refresh()
  }, [toDraw, refresh])

  const mine = room.tickets.filter((ticket) => ticket.issue === room.lottery.last.issue && ticket.status !== 'open')
  const paid = mine.reduce((sum, ticket) => sum + Number(ticket.payout), 0)
  useEffect(() => {
    if (paid > 0) sounds.win(2)
  }, [paid])

  const times = chase?.times ?? [1]
  const most = Math.min(room.maxIssues, Math.floor(room.maxTickets / Math.max(chosen.size, 1)))
  const cost = costOf(chosen.size, unit, multiple, times)
  const best = Math.max(0, ...room.picks.filter((pick) => chosen.has(pick.key)).map((pick) => pick.price))
  const change = (next: Set<string>) => {
    setNote(next.size > room.maxLines ? text.tooMany(room.maxLines) : '')
    if (next.size <= room.maxLines) setChosen(next)
    setChase(null)
  }
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    sounds.stop(1)
    change(next)
  }
  const quick = (row: (typeof tabs)[number]['rows'][number], kind: Quick) => {
    const next = new Set(chosen)
    for (const pick of row.picks) next.delete(pick.key)
    for (const key of quickPicks(row, kind)) next.add(key)
    change(next)
  }
  const random = () => {
    const pool = (tabs[tab]?.rows ?? []).flatMap((row) => row.picks)
    const pick = pool[Math.floor(Math.random() * pool.length)]
    if (pick) change(new Set([...chosen, pick.key]))
  }
  const confirm = () => {
    if (chosen.size === 0 || sending || toClose === 0) return
    const order = {
      issue,
      unit,
      lines: [...chosen].map((pick) => ({ pick, multiple })),
      times,
      stop: chase?.stop ?? false,
    }
    // After silence the same order goes with the same id: it is bought once.
    const key = JSON.stringify(order)
    if (sent.current?.key !== key) sent.current = { id: crypto.randomUUID(), key }
    setSending(true)
    lottery
      .buy({ id: sent.current.id, ...order })
      .then(
        (answer) => {
          sent.current = null
          setChosen(new Set())
          setChase(null)
          setNote(text.done(answer.tickets.length))
          sounds.stop(3)
        },
        (error) => {
          const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
          setNote(known.silent ? text.unsure : known.message)
          sounds.no()
        },
      )
      .finally(() => {
        setSending(false)
        refresh()
      })
  }
  const close = () => setOpen(null)
  const places = [...new Set(room.picks.filter((pick) => /^p\d+=/.test(pick.key)).map((pick) => pick.of))]

  return (
    <div className="lottery draw">
      <header className="top">
        <button type="button" className="quiet" onClick={props.onLeave}>
          {text.toHall}
        </button>
        <h1>{name}</h1>
        <p className="purse">
          {text.balance} <b data-testid="balance">{grouped(room.balance)}</b>
        </p>
        <SoundSwitch />
      </header>
      <main>
        <section className="board">
          <div className="now" title={`${text.fair} ${room.commitment}`}>
            <span data-testid="issue">{text.issue(shortIssue(issue))}</span>
            <small>{toClose > 0 ? text.closesIn : text.drawsIn}</small>
            <b className={toClose > 0 && toClose <= 10 ? 'till hurry' : 'till'} role="timer">
              {clock(toClose > 0 ? toClose : toDraw)}
            </b>
          </div>
          <div className="last">
            <span>
              {toClose > 0
                ? `${text.lastDraw} ${shortIssue(room.lottery.last.issue)}`
                : text.drawing(shortIssue(issue))}
            </span>
            {toClose > 0 ? (
              <Result key={room.lottery.last.issue} family={family} result={room.lottery.last.result} />
            ) : (
              <Waiting count={room.lottery.last.result.length} />
            )}
            {mine.length > 0 && (
              <em role="status" className={paid > 0 ? 'won' : ''}>
                {paid > 0 ? text.won(paid.toFixed(2)) : text.lost}
              </em>
            )}
          </div>
          <nav>
            <button type="button" className="quiet" onClick={() => setOpen('trends')}>
              {text.trends}
            </button>
            <button type="button" className="quiet" onClick={() => setOpen('history')}>
              {text.history}
            </button>
            <button type="button" className="quiet" onClick={() => setOpen('records')}>
              {text.records}
            </button>
          </nav>
        </section>
        <section className="picks">
          <fieldset className="lottery-tabs">
            <legend>{text.plays}</legend>
            {tabs.map((one, at) => (
              <button key={one.play} type="button" aria-pressed={at === tab} onClick={() => setTab(at)}>
                {one.play}
              </button>
            ))}
          </fieldset>
          {(tabs[tab]?.rows ?? []).map((row) => (
            <fieldset key={row.of} className="pick-row">
              <legend>{row.of}</legend>
              <div className="balls">
                {row.picks.map((pick) => (
                  <button
                    key={pick.key}
                    type="button"
                    className={
                      isNumeric(row) ? `pick round ${family === 'lhc' ? colourOf(Number(pick.name)) : ''}` : 'pick'
                    }
                    aria-pressed={chosen.has(pick.key)}
                    aria-label={`${row.of} ${pick.name}`}
                    onClick={() => toggle(pick.key)}
                  >
                    <b>{pick.name}</b>
                    <small>{(pick.price / 1000).toFixed(2)}</small>
                  </button>
                ))}
              </div>
              {isNumeric(row) && (
                <div className="quick">
                  {(Object.keys(text.quick) as Quick[]).map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      aria-label={`${row.of} ${text.quick[kind]}`}
                      onClick={() => quick(row, kind)}
                    >
                      {text.quick[kind]}
                    </button>
                  ))}
                </div>
              )}
            </fieldset>
          ))}
        </section>
        <aside>
          <h2>{text.draws}</h2>
          <ol>
            {room.draws.slice(0, 8).map((draw) => (
              <li key={draw.issue}>
                <i>{draw.issue.split('-').at(-1)}</i>
                <Result family={family} result={draw.result} small />
              </li>
            ))}
          </ol>
          <h2>{text.records}</h2>
          {room.tickets.length === 0 && <p className="soft">{text.noRecords}</p>}
          <ul>
            {room.tickets.slice(0, 8).map((ticket) => (
              <li key={ticket.id}>
                <span>
                  {ticket.position} <b>{ticket.number}</b>
                </span>
                <span>{ticket.stake}</span>
                <em className={Number(ticket.payout) > 0 ? 'won' : ''}>{outcomeOf(ticket)}</em>
              </li>
            ))}
          </ul>
        </aside>
      </main>
      <footer className="slip">
        <p className="said" role="status">
          <Note message={props.fault?.message || note || (chosen.size > 0 ? text.chosen(chosen.size) : text.nothing)} />
        </p>
        <label>
          {text.unit}
          <select value={unit} onChange={(event) => setUnit(Number(event.target.value))}>
            {room.units.map((one) => (
              <option key={one} value={one}>
                {text.unitName(one)}
              </option>
            ))}
          </select>
        </label>
        <span className="multiple">
          <button type="button" aria-label={text.less} onClick={() => setMultiple(Math.max(1, multiple - 1))}>
            −
          </button>
          <input
            aria-label={text.multiple}
            inputMode="numeric"
            value={multiple}
            onChange={(event) => setMultiple(Math.max(1, Math.min(2500, Math.floor(Number(event.target.value)) || 1)))}
          />
          <button type="button" aria-label={text.more} onClick={() => setMultiple(Math.min(2500, multiple + 1))}>
            +
          </button>
        </span>
        <span className="sum">
          {text.total} <b data-testid="total">{(cost / 100).toFixed(2)}</b>
          <small>
            {text.best} {((best * unit * multiple) / 1000).toFixed(2)}
          </small>
        </span>
        <span className="buttons">
          <button type="button" className="quiet" onClick={random}>
            {text.random}
          </button>
          <button type="button" className="quiet" disabled={chosen.size === 0} onClick={() => change(new Set())}>
            {text.clear}
          </button>
          <button type="button" className="quiet" disabled={chosen.size === 0} onClick={() => setOpen('chase')}>
            {chase ? text.chasing(chase.times.length) : text.chase}
          </button>
          <button
            type="button"
            className="gold"
            disabled={chosen.size === 0 || sending || toClose === 0}
            onClick={confirm}
          >
            {toClose === 0 ? text.closed : sending ? text.sending : text.confirm}
          </button>
        </span>
      </footer>
      {open === 'records' && <RecordsDialog tickets={room.tickets} onClose={close} />}
      {open === 'history' && <HistoryDialog room={room} onClose={close} />}
      {open === 'trends' && <TrendsDialog room={room} places={places} onClose={close} />}
      {open === 'chase' && (
        <ChaseDialog
          most={most}
          cost={(of) => costOf(chosen.size, unit, multiple, of)}
          onApply={(next) => {
            setChase(next)
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
