import { useState } from 'react'
import { grouped } from '../amount'
import { BackLink } from '../back-link'
import { useCountdown, usePoll } from '../live/use-poll'
import { lottery } from './api'
import { Result } from './balls'
import { DrawPage } from './draw-page'
import { clock, shortIssue } from './format'
import { text } from './text'
import type { Lottery } from './wire'
import './lottery.css'

const everyMs = 2000
/** The companies' codes of the hall. */
const lobbies = ['0', 'Ltlottery']

/** The hall of lotteries, and the one that the player opened. */
export function LotteryPage({ back, guest, game }: { back: string; guest: boolean; game: string }) {
  const [code, setCode] = useState<string | null>(lobbies.includes(game) ? null : game)
  if (code) return <DrawPage key={code} code={code} onLeave={() => setCode(null)} />
  return <Hall back={back} guest={guest} onEnter={setCode} />
}

function Hall({ back, guest, onEnter }: { back: string; guest: boolean; onEnter: (code: string) => void }) {
  const { value: hall, ahead, fault } = usePoll(lottery.hall, everyMs)
  return (
    <div className="lottery">
      <header className="top">
        {back && (
          <BackLink className="quiet" to={back}>
            {text.back}
          </BackLink>
        )}
        <h1>
          {text.title}
          <small>{guest ? text.forFun : text.playMoney}</small>
        </h1>
        <p className="purse">
          {text.balance} <b data-testid="balance">{hall ? grouped(hall.balance) : '…'}</b>
        </p>
      </header>
      <main>
        {fault && <p role="alert">{fault.message}</p>}
        {!hall && !fault && <p role="status">{text.loading}</p>}
        {hall?.lotteries.length === 0 && <p>{text.none}</p>}
        <ul className="lotteries">
          {(hall?.lotteries ?? []).map((one) => (
            <li key={one.code}>
              <Card one={one} ahead={ahead} onEnter={() => onEnter(one.code)} />
            </li>
          ))}
        </ul>
        {hall?.lively && <p className="lottery-note">{text.simulatedNote}</p>}
      </main>
    </div>
  )
}

function Card({ one, ahead, onEnter }: { one: Lottery; ahead: number; onEnter: () => void }) {
  const seconds = useCountdown(one.closesAt, ahead)
  return (
    <button type="button" className="lottery-card" onClick={onEnter} aria-label={`${text.enter} ${one.name}`}>
      <span className="head">
        <b>{one.name}</b>
        <i>
          {text.families[one.family]} · {text.every(one.seconds)}
        </i>
      </span>
      <Result family={one.family} result={one.last.result} small />
      {(one.sold || one.won) && (
        <span className="crowd-counts">
          {one.sold ? text.sold(one.sold) : ''}
          {one.won ? <b>{text.lastWinners(one.won, one.best ?? '')}</b> : ''}
        </span>
      )}
      <span className="foot">
        <span>{text.issue(shortIssue(one.issue))}</span>
        <b className="till">{seconds > 0 ? clock(seconds) : text.closed}</b>
      </span>
    </button>
  )
}
