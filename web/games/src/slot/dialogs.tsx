import { type ReactNode, useEffect, useRef } from 'react'
import { commitmentBefore, hashed } from '../fair'
import { fairText } from '../fair-text'
import { Copied, SeedCheck } from '../seed-check'
import { text } from '../text'
import type { Fairness, Round, State } from '../wire'
import { yuan } from './money'
import type { Face } from './symbols'

function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = box.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={box} onClose={onClose} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" onClick={onClose}>
          {text.close}
        </button>
      </header>
      {children}
    </dialog>
  )
}

/** The paytable, the lines and the published return. */
export function RulesDialog({ state, faces, onClose }: { state: State; faces: Face[]; onClose: () => void }) {
  const { model, pot } = state
  const heads =
    model.Way === 'cascade'
      ? (model.CountSteps ?? []).map((from) => `${from}+`)
      : Array.from({ length: model.Reels }, (_, i) => i + 1)
          .filter((count) => model.Pays.some((pays) => (pays?.[count] ?? 0) > 0))
          .map(String)
  const title = { lines: text.paytable, ways: text.paytableWays, cascade: text.paytableCount }[model.Way]
  const payAt = (pays: number[] | null, at: number) =>
    pays?.[model.Way === 'cascade' ? at : Number(heads[at] ?? 0)] ?? 0
  return (
    <Dialog title={`${state.game.name} · ${model.Title}`} onClose={onClose}>
      <p>{model.Rule}</p>
      <p className="figures">
        <b>{text.returnIs(model.StatedReturn)}</b>
        <span>
          {text.volatility} {text.volatilityOf[model.Volatility]}
        </span>
        <span>{text.unitsAre(model.Units)}</span>
      </p>
      {pot && <p>{text.potShare}</p>}
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th />
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.Pays.map((pays, symbol) =>
            pays ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a symbol is its number
              <tr key={symbol}>
                <th>
                  <img src={faces[symbol]?.image} alt="" width={40} height={40} />
                </th>
                {heads.map((head, at) => (
                  <td key={head}>{payAt(pays, at)}</td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
      {model.LineRows && (
        <>
          <h3>{text.linesAre}</h3>
          <div className="lines">
            {model.LineRows.map((rows, line) => (
              <svg
                key={rows.join('')}
                viewBox={`0 0 ${model.Reels * 10} ${model.Rows * 10}`}
                role="img"
                aria-label={`${line + 1}`}
              >
                <polyline points={rows.map((row, reel) => `${reel * 10 + 5},${row * 10 + 5}`).join(' ')} />
              </svg>
            ))}
          </div>
        </>
      )}
      <p>{text.keys}</p>
    </Dialog>
  )
}

/** The last rounds of this player. */
export function HistoryDialog({ rounds, onClose }: { rounds: Round[]; onClose: () => void }) {
  return (
    <Dialog title={text.history} onClose={onClose}>
      {rounds.length === 0 ? (
        <p>{text.noHistory}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {text.historyColumns.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.map((round) => (
              <tr key={round.id}>
                <td>{round.at}</td>
                <td>{round.stake}</td>
                <td className={Number(round.win) > Number(round.stake) ? 'more' : ''}>
                  {yuan(Math.round(Number(round.win) * 100))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

/** The seeds, and the button that reveals the server's. */
export function FairDialog({ fair, onReseed, onClose }: { fair: Fairness; onReseed: () => void; onClose: () => void }) {
  const rows: [string, string][] = [
    [text.commitment, fair.commitment],
    [text.clientSeed, fair.client],
    [text.nextRound, String(fair.round)],
  ]
  const before = commitmentBefore(fair.commitment)
  if (fair.revealed) rows.push([text.revealed, fair.revealed])
  if (fair.revealed && before) rows.push([fairText.committed, before])
  return (
    <Dialog title={text.fair} onClose={onClose}>
      <p>{text.fairSentence}</p>
      <dl className="seeds">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{hashed(value) ? <Copied name={name} value={value} /> : value}</dd>
          </div>
        ))}
      </dl>
      <SeedCheck seed={fair.revealed ?? ''} commitment={before} />
      <button type="button" className="gold" onClick={onReseed}>
        {text.reseed}
      </button>
    </Dialog>
  )
}
