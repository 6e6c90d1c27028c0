import { useEffect, useRef, useState } from 'react'
import { SoundSwitch } from '../sound-switch'
import { text } from '../text'
import { yuan } from './money'
import type { Slot } from './use-slot'

const autoRounds = [10, 25, 50, 100]

/** The menu of automatic rounds. A round, Escape and a press elsewhere close it. */
function useMenu(busy: boolean) {
  const [choosing, setChoosing] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (busy) setChoosing(false)
  }, [busy])
  useEffect(() => {
    if (!choosing) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setChoosing(false)
      menu.current?.querySelector('button')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) setChoosing(false)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', onPress)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('pointerdown', onPress)
    }
  }, [choosing])
  return { choosing, setChoosing, menu }
}

/** Balance, stake, result and the buttons. One press of the big button is one round; during auto play it stops. */
export function Controls({ slot, coins }: { slot: Slot; coins: number[] }) {
  const { choosing, setChoosing, menu } = useMenu(slot.busy)
  const first = slot.coin === coins[0]
  const last = slot.coin === coins.at(-1)
  return (
    <footer className="controls">
      <dl>
        <div>
          <dt>{text.balance}</dt>
          <dd data-testid="balance">{yuan(Math.round(Number(slot.balance) * 100))}</dd>
        </div>
        <div className={slot.won > 0 ? 'won' : ''}>
          <dt>{text.win}</dt>
          <dd data-testid="won">{yuan(slot.won)}</dd>
        </div>
      </dl>
      <div className="stake">
        <button
          type="button"
          className="round"
          aria-label={text.less}
          disabled={slot.busy || first}
          onClick={() => slot.setCoin(-1)}
        >
          −
        </button>
        <div>
          <small>{text.stake}</small>
          <b data-testid="stake">{yuan(slot.stake)}</b>
          <small>{text.coinIs(yuan(slot.coin))}</small>
        </div>
        <button
          type="button"
          className="round"
          aria-label={text.more}
          disabled={slot.busy || last}
          onClick={() => slot.setCoin(1)}
        >
          +
        </button>
      </div>
      <div className="go">
        <div className="auto" ref={menu}>
          <button
            type="button"
            className="quiet"
            aria-expanded={choosing}
            disabled={slot.busy}
            onClick={() => setChoosing(!choosing)}
          >
            {text.auto}
          </button>
          {choosing && !slot.busy && (
            <div className="choices">
              {autoRounds.map((rounds) => (
                <button
                  type="button"
                  key={rounds}
                  onClick={() => {
                    setChoosing(false)
                    slot.setAuto(rounds)
                  }}
                >
                  {rounds}
                </button>
              ))}
            </div>
          )}
        </div>
        <button
          type="button"
          className={`spin${slot.busy ? ' busy' : ''}`}
          onClick={slot.spin}
          disabled={slot.busy && slot.auto === 0}
          title={text.keys}
        >
          {slot.auto > 0 ? (
            <>
              {text.stop}
              <small>{slot.auto}</small>
            </>
          ) : (
            text.spin
          )}
        </button>
        <div className="switches">
          <button type="button" className="quiet" aria-pressed={slot.fast} onClick={() => slot.setFast(!slot.fast)}>
            {text.fast}
          </button>
          <SoundSwitch />
        </div>
      </div>
    </footer>
  )
}
