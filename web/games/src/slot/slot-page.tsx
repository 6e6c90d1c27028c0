import { GameArt } from '@shared/art/game-art'
import { useEffect, useMemo, useState } from 'react'
import { BackLink } from '../back-link'
import { isShort, MoneyLinks } from '../money-links'
import { text } from '../text'
import type { State } from '../wire'
import { CoinRain } from './coin-rain'
import { Controls } from './controls'
import { CountUp } from './count-up'
import { FairDialog, HistoryDialog, RulesDialog } from './dialogs'
import { yuan } from './money'
import { Reels } from './reels'
import { facesOf } from './symbols'
import { Ticker } from './ticker'
import { useSlot } from './use-slot'

type Open = 'rules' | 'history' | 'fair' | null

/** A slot game: the machine in the middle, the money above, what can be done below. */
export function SlotPage({ state }: { state: State }) {
  const { game, model } = state
  const slot = useSlot(state)
  const faces = useMemo(() => facesOf(game, model.Symbols), [game, model.Symbols])
  const [open, setOpen] = useState<Open>(null)
  const { spin, setCoin, busy } = slot

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (open || event.target instanceof HTMLInputElement || event.repeat) return
      if (event.code === 'Space') {
        event.preventDefault()
        spin()
      }
      if (busy) return
      if (event.code === 'ArrowUp') setCoin(1)
      if (event.code === 'ArrowDown') setCoin(-1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [spin, setCoin, busy, open])

  return (
    <div className={`machine palette-${game.palette}`}>
      <div className="scene" aria-hidden="true">
        <GameArt art={game} ratio="wide" />
      </div>
      <header className="top">
        {state.back ? (
          <BackLink className="quiet" to={state.back}>
            ‹ {text.back}
          </BackLink>
        ) : (
          <span className="quiet" />
        )}
        <h1>
          {game.name}
          <small>{state.guest ? text.forFun : text.playMoney}</small>
        </h1>
        <nav>
          <button type="button" className="quiet" onClick={() => setOpen('rules')}>
            {text.rules}
          </button>
          <button type="button" className="quiet" onClick={() => setOpen('history')}>
            {text.history}
          </button>
          <button type="button" className="quiet" onClick={() => setOpen('fair')}>
            {text.fair}
          </button>
        </nav>
      </header>

      <main className="stage">
        {state.lively && <Ticker wins={slot.wins} />}
        <div className="banner" aria-live="polite">
          {slot.free ? (
            <b className="free">
              {text.freeLeft(Math.max(slot.free.left, 0))} · {yuan(slot.free.won)}
            </b>
          ) : slot.pot ? (
            <b className="pot">
              {slot.pot.name} <span>{slot.pot.amount}</span>
            </b>
          ) : (
            <span className="kind">
              {model.Title} · {text.returnIs(model.StatedReturn)}
            </span>
          )}
          {slot.window.factor > 1 && <b className="factor">{text.times(slot.window.factor)}</b>}
        </div>
        <div className="frame">
          <Reels model={model} faces={faces} window={slot.window} />
          {slot.won > 0 && !slot.big && (
            <b className="plaque" key={slot.won} aria-hidden="true">
              {text.win} {yuan(slot.won)}
            </b>
          )}
          {slot.award > 0 && (
            <output className="shout">
              <b>{text.freeSpins(slot.award)}</b>
            </output>
          )}
          {slot.big && (
            <output className="shout big">
              <b>{slot.big.pot ? text.potWon : text.bigWin[slot.big.level]}</b>
              <span>
                <CountUp amount={slot.big.amount} />
              </span>
            </output>
          )}
          {slot.fault && (
            <div className="shout no" role="alert">
              <p>{slot.fault.over ? text.over : isShort(slot.fault.message) ? text.short : slot.fault.message}</p>
              <div>
                {isShort(slot.fault.message) && <MoneyLinks className="gold" />}
                {slot.fault.over && state.back && (
                  <BackLink className="gold" to={state.back}>
                    {text.back}
                  </BackLink>
                )}
                <button type="button" className="quiet" onClick={slot.dismiss}>
                  {text.close}
                </button>
              </div>
            </div>
          )}
        </div>
        {slot.big && <CoinRain />}
      </main>

      <Controls slot={slot} coins={state.coins} />
      {open === 'rules' && <RulesDialog state={state} faces={faces} onClose={() => setOpen(null)} />}
      {open === 'history' && <HistoryDialog rounds={slot.history} onClose={() => setOpen(null)} />}
      {open === 'fair' && <FairDialog fair={slot.fair} onReseed={slot.reseed} onClose={() => setOpen(null)} />}
    </div>
  )
}
