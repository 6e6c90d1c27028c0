import { useState } from 'react'
import { PlayError } from '../api'
import { Sheet } from '../live/dialogs'
import { usePoll } from '../live/use-poll'
import { sounds } from '../slot/sound'
import { sports } from './api'
import { possibleReturn } from './slip'
import { text } from './text'
import type { Bet } from './wire'

const everyMs = 3000

/** The player's bets. An open single can be sold at the price on its button. */
export function BetsDialog({ onClose }: { onClose: () => void }) {
  const { value, fault, refresh } = usePoll(sports.bets, everyMs)
  const [selling, setSelling] = useState('')
  const [note, setNote] = useState('')
  const sell = (bet: Bet) => {
    setSelling(bet.id)
    setNote('')
    sports
      .sell(bet.id, bet.cashOut)
      .then(
        () => sounds.win(1),
        (error) => {
          const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
          setNote(known.silent ? text.sellUnsure : known.message)
        },
      )
      .finally(() => {
        setSelling('')
        refresh()
      })
  }
  return (
    <Sheet title={text.bets} onClose={onClose}>
      {!value && <p role={fault ? 'alert' : 'status'}>{fault?.message ?? text.loading}</p>}
      <p className="note" role="alert">
        {note}
      </p>
      {value?.bets.length === 0 && <p className="soft">{text.noBets}</p>}
      <ul className="sports-bets">
        {value?.bets.map((bet) => (
          <li key={bet.id}>
            <p>
              <time>{bet.at.slice(5)}</time>
              <span>{bet.legs.length > 1 ? text.folds(bet.legs.length) : text.single}</span>
              <b className={bet.status}>{bet.sold ? text.soldFor : text[bet.status]}</b>
            </p>
            {bet.legs.map((leg) => (
              <div key={`${leg.match}${leg.market}${leg.side}${leg.line}`}>
                <b>
                  {leg.betType} {leg.content} @ {leg.odds}
                </b>
                <small>
                  {leg.home} {text.against} {leg.away} {leg.result}
                </small>
              </div>
            ))}
            <p>
              <span>{text.stakeIs(bet.stake)}</span>
              {bet.status === 'settled' && <span>{text.paid(bet.payout)}</span>}
              {bet.status === 'open' && (
                <span className="return">
                  {text.possible} {(possibleReturn(bet.legs, true, bet.stake) / 100).toFixed(2)}
                </span>
              )}
              {bet.cashOut && (
                <button type="button" className="gold" disabled={selling !== ''} onClick={() => sell(bet)}>
                  {text.cashOut(bet.cashOut)}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
