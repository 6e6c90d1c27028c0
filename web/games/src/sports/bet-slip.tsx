import { Note } from '../money-links'
import { format, isChanged, legKey, possibleReturn, totalStake, troubleOf } from './slip'
import { text } from './text'
import type { Slip } from './use-slip'
import type { OddsType } from './wire'

const quick = ['10', '50', '100', '500', '1000']
const yuan = (fen: number) => (fen / 100).toFixed(2)

interface Props {
  slip: Slip
  odds: OddsType
  limits: { min: string; max: string }
  open: boolean
  onToggle: () => void
}

/** The slip is on the right; on a phone it is a sheet at the bottom that opens from its bar. */
export function BetSlip({ slip, odds, limits, open, onToggle }: Props) {
  const { legs, parlay } = slip
  const trouble = troubleOf(legs, parlay, slip.stake, limits, slip.accepts)
  const hints: Record<string, string> = {
    suspended: text.suspended,
    changed: text.changed,
    needTwo: text.needTwo,
    sameMatch: text.sameMatch,
    stake: text.limits(limits.min, limits.max),
  }
  return (
    <aside className={`bet-slip ${open ? 'open' : ''}`} aria-label={text.slip}>
      <button type="button" className="slip-bar" aria-expanded={open} onClick={onToggle}>
        {text.slipCount(legs.length)}
      </button>
      <div className="slip-body">
        <fieldset className="tabs">
          <legend>{text.mode}</legend>
          <button type="button" aria-pressed={!parlay} onClick={() => slip.setParlay(false)}>
            {text.single}
          </button>
          <button type="button" aria-pressed={parlay} onClick={() => slip.setParlay(true)}>
            {text.parlay}
          </button>
        </fieldset>
        {legs.length === 0 && slip.done === 0 && <Empty limits={limits} />}
        {slip.done > 0 && (
          <p role="status" className="slip-done">
            {text.done(slip.done)}
          </p>
        )}
        <ul>
          {legs.map((leg, at) => (
            <li key={legKey(leg)} className={leg.suspended ? 'shut' : ''}>
              <p>
                <b>{leg.name}</b>
                <b className="price">{leg.suspended ? text.closed : format(leg.price, odds)}</b>
                <button
                  type="button"
                  className="quiet"
                  aria-label={text.remove(leg.name)}
                  onClick={() => slip.remove(leg)}
                >
                  ×
                </button>
              </p>
              <small>
                {leg.home} {text.against} {leg.away}
              </small>
              {isChanged(leg) && !leg.suspended && (
                <em>
                  {text.changed} {format(leg.price, odds)} → {format(leg.offered, odds)}
                </em>
              )}
              {!parlay && (
                <input
                  inputMode="decimal"
                  value={leg.stake}
                  aria-label={text.stakeOf(leg.name)}
                  onChange={(event) => slip.setLegStake(at, event.target.value)}
                />
              )}
            </li>
          ))}
        </ul>
        {legs.length > 0 && (
          <>
            {parlay && (
              <label className="stake-line">
                {text.stake}
                <input inputMode="decimal" value={slip.stake} onChange={(event) => slip.setStake(event.target.value)} />
              </label>
            )}
            <fieldset className="quick">
              <legend>{text.quick}</legend>
              {quick.map((one) => (
                <button key={one} type="button" onClick={() => slip.setAllStakes(one)}>
                  {one}
                </button>
              ))}
            </fieldset>
            <label className="accepts">
              <input
                type="checkbox"
                checked={slip.accepts}
                onChange={(event) => slip.setAccepts(event.target.checked)}
              />
              {text.accept}
            </label>
          </>
        )}
        <div className="slip-foot">
          {legs.length > 0 && (
            <dl>
              <div>
                <dt>{text.total}</dt>
                <dd>{yuan(totalStake(legs, parlay, slip.stake))}</dd>
              </div>
              <div>
                <dt>{text.possible}</dt>
                <dd className="return">{yuan(possibleReturn(legs, parlay, slip.stake))}</dd>
              </div>
            </dl>
          )}
          <p className="note" role="alert">
            <Note message={slip.note || (trouble ? (hints[trouble] ?? '') : '')} />
          </p>
          {legs.length > 0 && (
            <p className="acts">
              <button type="button" className="quiet" onClick={slip.clear}>
                {text.clear}
              </button>
              {trouble === 'changed' ? (
                <button type="button" className="gold" onClick={slip.agreeAll}>
                  {text.acceptNow}
                </button>
              ) : (
                <button
                  type="button"
                  className="gold"
                  disabled={trouble !== null || slip.sending}
                  onClick={slip.confirm}
                >
                  {slip.sending ? text.sending : text.confirm}
                </button>
              )}
            </p>
          )}
        </div>
      </div>
    </aside>
  )
}

/** A slip without picks: how to fill it, and between which amounts. */
function Empty({ limits }: { limits: Props['limits'] }) {
  return (
    <div className="slip-empty">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="M14 6h36v50l-6-4-6 4-6-4-6 4-6-4-6 4z" fill="#2a241d" stroke="#8a6a2e" strokeWidth="2" />
        <path d="M22 18h20M22 27h20M22 36h12" stroke="#c79a45" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <p>{text.empty}</p>
      <small>{text.limits(limits.min, limits.max)}</small>
    </div>
  )
}
