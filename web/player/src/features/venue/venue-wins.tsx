import { boot } from '@shared/boot'
import { formatFen } from '@shared/money'
import { ago } from '../lobby/ago'
import type { Win } from '../lobby/lobby-queries'
import { useLobbyText } from '../lobby/use-lobby-text'
import { GameName } from './board-frame'
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
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two wins may be alike in all that is shown
            key={`${place} ${win.time} ${win.player} ${win.game} ${win.fen}`}
            className="flex min-h-11 items-center gap-3 border-b border-line/60 text-sm"
          >
            <span className="w-12 shrink-0 text-mute">{win.player}</span>
            <span className="min-w-0 flex-1">
              <GameName id={win.gameId} name={win.game} />
            </span>
            <span className="shrink-0 text-xs text-mute">{ago(win.time, lobby)}</span>
            <span className="tabular shrink-0 font-semibold text-win">
              <span className="sr-only">{lobby.won}</span>+¥{formatFen(win.fen)}
            </span>
          </li>
        ))}
      </ol>
      {boot.demo && <p className="pt-2 text-xs text-mute">{lobby.demoWins}</p>}
    </section>
  )
}
