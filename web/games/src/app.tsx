import { useCallback, useEffect, useState } from 'react'
import { PlayError, play } from './api'
import { FishingPage } from './fishing/hall-page'
import { LivePage } from './live/floor-page'
import { LotteryPage } from './lottery/lottery-page'
import { SlotPage } from './slot/slot-page'
import { SportsPage } from './sports/sports-page'
import { text } from './text'
import type { State } from './wire'

/** Reads the session's state and shows its game. */
export function App() {
  const [state, setState] = useState<State | null>(null)
  const [fault, setFault] = useState<PlayError | null>(null)

  const load = useCallback(() => {
    setFault(null)
    play.state().then(
      (found) => {
        document.title = found.game.name
        setState(found)
      },
      (error) => setFault(error instanceof PlayError ? error : new PlayError(String(error), 0)),
    )
  }, [])
  useEffect(load, [load])

  if (state?.game.kind === 'live') return <LivePage back={state.back} guest={state.guest} />
  if (state?.game.kind === 'fish') return <FishingPage back={state.back} guest={state.guest} game={state.game.code} />
  if (state?.game.kind === 'lottery')
    return <LotteryPage back={state.back} guest={state.guest} game={state.game.code} />
  if (state?.game.kind === 'sport' || state?.game.kind === 'esport')
    return <SportsPage back={state.back} guest={state.guest} game={state.game} />
  if (state) return <SlotPage state={state} />
  return (
    <main className="notice">
      {fault ? (
        <>
          <p role="alert">{fault.over ? text.over : fault.message}</p>
          {!fault.over && (
            <button type="button" className="gold" onClick={load}>
              {text.retry}
            </button>
          )}
        </>
      ) : (
        <p role="status">{text.loading}</p>
      )}
    </main>
  )
}
