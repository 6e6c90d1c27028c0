import { Sheet } from '../live/dialogs'
import { Copied, SeedCheck } from '../seed-check'
import { text } from './text'
import type { BoardBet, Seat } from './wire'

export function RulesDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { rules } = seat
  return (
    <Sheet title={text.rules} onClose={onClose}>
      <ul className="bg-rules">
        {text.ruleLines(seat.cut).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{text.returnIs(rules.return)}</p>
      <h3>{text.ranks}</h3>
      <table className="bg-ranks">
        <tbody>
          {[...rules.ranks].reverse().map((rank) => (
            <tr key={rank.name}>
              <th scope="row">{rank.name}</th>
              <td>{rank.rule}</td>
              <td>{text.times(rank.times)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {text.equal}：{rules.equal}
      </p>
      <p className="soft">{text.keys}</p>
    </Sheet>
  )
}

export function RecordsDialog({ bets, onClose }: { bets: BoardBet[]; onClose: () => void }) {
  return (
    <Sheet title={text.records} onClose={onClose}>
      {bets.length === 0 ? (
        <p className="soft">{text.noRecords}</p>
      ) : (
        <table className="bg-records">
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
                <td>{roleOf(bet)}</td>
                <td>{bet.hand ?? ''}</td>
                <td className={Number(bet.payout) > 0 ? 'won' : ''}>{outcomeOf(bet)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}

function roleOf(bet: BoardBet): string {
  if (bet.banker) return text.roleBanker
  if (bet.status === 'open' && !bet.multiple) return text.bid(bet.bid ?? 1)
  return text.rolePlayer(bet.multiple ?? 1)
}

function outcomeOf(bet: BoardBet): string {
  if (bet.status === 'open') return text.open
  if (bet.status === 'void') return text.void
  const net = Number(bet.payout) - Number(bet.stake)
  return `${net > 0 ? '+' : ''}${net.toFixed(2)}`
}

export function FairDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  return (
    <Sheet title={text.fair} onClose={onClose}>
      <p>{text.fairSentence}</p>
      <dl>
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
