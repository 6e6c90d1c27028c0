import { type ReactNode, useEffect, useRef } from 'react'
import { grouped } from '../amount'
import { Copied, SeedCheck } from '../seed-check'
import { text } from './text'
import type { LiveBet, Seat, Spot, TableGame } from './wire'

export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="sheet" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          {text.close}
        </button>
      </header>
      <div className="body">{children}</div>
    </dialog>
  )
}

export function RulesDialog({ game, spots, onClose }: { game: TableGame; spots: Spot[]; onClose: () => void }) {
  const shown = spots.filter((spot) => !/^[nd]\d+$/.test(spot.key))
  return (
    <Sheet title={text.rules} onClose={onClose}>
      <ul>
        {text.ruleLines[game].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <dl className="odds">
        {shown.map((spot) => (
          <div key={spot.key}>
            <dt>{spot.name}</dt>
            <dd>{text.odds(spot.odds)}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{text.keys}</p>
    </Sheet>
  )
}

export function RecordsDialog({ bets, spots, onClose }: { bets: LiveBet[]; spots: Spot[]; onClose: () => void }) {
  const names = new Map(spots.map((spot) => [spot.key, spot.name]))
  return (
    <Sheet title={text.records} onClose={onClose}>
      {bets.length === 0 ? (
        <p className="soft">{text.noRecords}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {text.recordColumns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bets.map((bet) => (
              <tr key={bet.id}>
                <td>{bet.at.slice(5, 19)}</td>
                <td>
                  {bet.table} · {bet.round.split('-').at(-1)}
                </td>
                <td>{names.get(bet.spot) ?? text.short[bet.spot] ?? bet.spot.replace(/^n/, '')}</td>
                <td>{grouped(bet.stake)}</td>
                <td className={Number(bet.payout) > 0 ? 'won' : ''}>
                  {bet.status === 'open' ? text.open : bet.status === 'void' ? text.void : grouped(bet.payout)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}

export function FairDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  return (
    <Sheet title={text.fair} onClose={onClose}>
      <p>{text.fairSentence}</p>
      <dl className="fair">
        <dt>{text.roundIs(seat.table.round)}</dt>
        <dt>{text.commitment}</dt>
        <dd>
          <Copied name={text.commitment} value={seat.commitment} />
        </dd>
        <dt>{text.seed}</dt>
        <dd>{seat.seed ? <Copied name={text.seed} value={seat.seed} /> : text.seedLater}</dd>
      </dl>
      <SeedCheck seed={seat.seed ?? ''} commitment={seat.commitment} />
    </Sheet>
  )
}
