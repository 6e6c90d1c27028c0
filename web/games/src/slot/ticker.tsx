import { useEffect, useState } from 'react'
import { text } from '../text'
import type { BigWin } from '../wire'

const turnMs = 3200

/** The last big wins of the venue, one after another. A player who wants less motion sees the newest alone. */
export function Ticker({ wins }: { wins: BigWin[] }) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((now) => now + 1), turnMs)
    return () => clearInterval(timer)
  }, [])
  const win = wins[at % Math.max(wins.length, 1)]
  if (!win) return null
  return (
    <aside className="ticker" aria-label={text.bigWins} title={text.simulatedNote}>
      <span>{text.bigWins}</span>
      <p key={win.id}>
        {win.name}
        {win.crowd && <small>{text.simulated}</small>}
        <i>{win.game}</i>
        <b>{win.pot ? `${text.potWon} ${win.win}` : win.win}</b>
        <em>{text.timesOf(win.times)}</em>
      </p>
    </aside>
  )
}
