import { boot } from '@shared/boot'
import type { Win } from '../lobby/lobby-queries'
import { useLobbyText } from '../lobby/use-lobby-text'
import { WinRow, winKey } from '../lobby/win-row'
import { useFrontText } from './use-front-text'

/** The latest wins at one venue: masked players, and in the demo the word that the money is not real. */
export function VenueWins({ wins, columns = 'grid-cols-1' }: { wins: Win[]; columns?: string }) {
  const text = useFrontText()
  const lobby = useLobbyText()
  return (
    <section aria-labelledby="venue-wins">
      <h2 id="venue-wins" className="pb-4 text-2xl font-semibold h5:pb-3 h5:text-lg">
        {text.wins}
      </h2>
      <ol className={`panel grid gap-x-8 px-5 py-1.5 h5:grid-cols-1 h5:px-4 ${columns}`}>
        {wins.map((win, place) => (
          <WinRow key={winKey(win, place)} win={win} className="min-h-11" />
        ))}
      </ol>
      {boot.demo && <p className="pt-2 text-xs text-mute">{lobby.demoWins}</p>}
    </section>
  )
}
