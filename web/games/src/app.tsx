import { useCallback, useEffect, useState } from 'react'
import { PlayError, play } from './api'
import { BoardPage } from './board/hall-page'
import { FishingPage } from './fishing/hall-page'
import { LivePage } from './live/floor-page'
import { LotteryPage } from './lottery/lottery-page'
import { BackContext } from './money-links'
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

  if (state)
    return (
      <BackContext value={state.guest ? '' : state.back}>
        <Game state={state} />
      </BackContext>
    )
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

function Game({ state }: { state: State }) {
  const { game, back, guest } = state
  switch (game.kind) {
    case 'live':
      return <LivePage back={back} guest={guest} game={game.code} />
    case 'fish':
      return <FishingPage back={back} guest={guest} game={game.code} />
    case 'lottery':
      return <LotteryPage back={back} guest={guest} game={game.code} />
    case 'board':
      return <BoardPage back={back} guest={guest} game={game.code} />
    case 'sport':
    case 'esport':
      return <SportsPage back={back} guest={guest} game={game} />
  }
  return <SlotPage state={state} />
}
