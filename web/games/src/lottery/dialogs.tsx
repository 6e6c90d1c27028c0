import { useState } from 'react'
import { Sheet } from '../live/dialogs'
import { Result } from './balls'
import { shortIssue } from './format'
import { hasPlaces, shows, timesOf, trendsOf } from './slip'
import { text } from './text'
import type { Room, Ticket } from './wire'

export function outcomeOf(ticket: Ticket): string {
  if (ticket.status === 'open') return text.open
  if (ticket.status === 'void') return text.void
  return Number(ticket.payout) > 0 ? text.won(ticket.payout) : text.lost
}

export function RecordsDialog({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  return (
    <Sheet title={text.records} onClose={onClose}>
      {tickets.length === 0 ? (
        <p className="soft">{text.noRecords}</p>
      ) : (
        <table className="lottery-records">
          <thead>
            <tr>
              {text.recordColumns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <tr key={ticket.id}>
                <td>{ticket.at.slice(5, 19)}</td>
                <td>{shortIssue(ticket.issue)}</td>
                <td>
                  {ticket.position} {ticket.number} @{ticket.odds}
                </td>
                <td>{ticket.stake}</td>
                <td className={Number(ticket.payout) > 0 ? 'won' : ''}>{outcomeOf(ticket)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}

export function HistoryDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  return (
    <Sheet title={text.history} onClose={onClose}>
      <ul className="lottery-history">
        {room.draws.map((draw) => (
          <li key={draw.issue}>
            <b>{text.issue(shortIssue(draw.issue))}</b>
            <Result family={room.lottery.family} result={draw.result} small />
            <code title={text.historyColumns[3]}>{draw.seed}</code>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

export function TrendsDialog({ room, places, onClose }: { room: Room; places: string[]; onClose: () => void }) {
  const [place, setPlace] = useState(0)
  const family = room.lottery.family
  const trends = trendsOf(family, room.draws, place)
  return (
    <Sheet title={text.trends} onClose={onClose}>
      {hasPlaces(family) && (
        <fieldset className="lottery-tabs">
          <legend>{text.plays}</legend>
          {places.map((name, at) => (
            <button key={name} type="button" aria-pressed={at === place} onClick={() => setPlace(at)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <div className="trend-scroll">
        <table className="trends">
          <thead>
            <tr>
              <th>{text.draw}</th>
              {trends.map((one) => (
                <th key={one.number}>{one.number}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="sums">
              <th>{text.omission}</th>
              {trends.map((one) => (
                <td key={one.number}>{one.omission}</td>
              ))}
            </tr>
            <tr className="sums">
              <th>{text.frequency}</th>
              {trends.map((one) => (
                <td key={one.number}>{one.frequency}</td>
              ))}
            </tr>
            {room.draws.slice(0, 30).map((draw) => (
              <tr key={draw.issue}>
                <th>{draw.issue.split('-').at(-1)}</th>
                {trends.map(({ number }) => {
                  const hit = shows(family, draw, place, number)
                  return <td key={number}>{hit && <span className="hit">{number}</span>}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}

const quickIssues = [5, 10, 20, 50]

export interface Chase {
  times: number[]
  stop: boolean
}

export function ChaseDialog(props: {
  most: number
  cost: (times: number[]) => number
  onApply: (chase: Chase | null) => void
  onClose: () => void
}) {
  const [issues, setIssues] = useState(Math.min(5, props.most))
  const [double, setDouble] = useState(false)
  const [stop, setStop] = useState(true)
  const times = timesOf(Math.min(issues, double ? 8 : props.most), double)
  return (
    <Sheet title={text.chase} onClose={props.onClose}>
      <div className="lottery-chase">
        <label>
          {text.chaseIssues}
          <input
            type="number"
            inputMode="numeric"
            min={2}
            max={double ? Math.min(8, props.most) : props.most}
            value={issues}
            onChange={(event) => setIssues(Math.max(1, Math.min(props.most, Math.floor(Number(event.target.value)))))}
          />
        </label>
        <p className="quick">
          {quickIssues
            .filter((one) => one <= props.most)
            .map((one) => (
              <button key={one} type="button" aria-pressed={issues === one} onClick={() => setIssues(one)}>
                {text.chaseQuick(one)}
              </button>
            ))}
        </p>
        <label>
          <input type="checkbox" checked={double} onChange={(event) => setDouble(event.target.checked)} />
          {text.chaseDouble}
        </label>
        <label>
          <input type="checkbox" checked={stop} onChange={(event) => setStop(event.target.checked)} />
          {text.chaseStop}
        </label>
        <p>{text.chaseTotal((props.cost(times) / 100).toFixed(2))}</p>
        <p className="buttons">
          <button type="button" className="quiet" onClick={() => props.onApply(null)}>
            {text.chaseOff}
          </button>
          <button type="button" className="gold" onClick={() => props.onApply({ times, stop })}>
            {text.chaseApply}
          </button>
        </p>
      </div>
    </Sheet>
  )
}
