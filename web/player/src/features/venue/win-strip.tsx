import { boot } from '@shared/boot'
import { formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../ui/art/category-icon'
import { ago } from '../lobby/ago'
import { GameName } from '../lobby/game-name'
import { useLobbyText } from '../lobby/use-lobby-text'
import { winKey } from '../lobby/win-row'
import { venueWinsQuery } from './front-queries'
import { useFrontText } from './use-front-text'

/** The latest wins at a venue in one row that scrolls to the side, between the first games of the phone's lobby and the others. */
export function WinStrip({ platformId, kind }: { platformId: string; kind: Category }) {
  const text = useFrontText()
  const lobby = useLobbyText()
  const { data: wins } = useQuery(venueWinsQuery(platformId, kind))
  if (!wins || wins.length === 0) return <div className="h-2.5" />
  return (
    <section aria-labelledby="venue-wins" className="py-4">
      <h2 id="venue-wins" className="flex items-baseline justify-between gap-3 pb-2 font-semibold">
        {text.wins}
        {boot.demo && <span className="text-xs font-normal text-mute">{lobby.demoWins}</span>}
      </h2>
      <ol className="relative -mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
        {wins.map((win, place) => (
          <li key={winKey(win, place)} className="panel w-max max-w-64 min-w-44 shrink-0 px-3 pt-1 pb-2.5 text-xs">
            <GameName id={win.gameId} name={win.game} className="text-sm" />
            <p className="tabular flex items-baseline justify-between gap-3 whitespace-nowrap">
              <span className="text-mute">
                {win.player} · {ago(win.time, lobby)}
              </span>
              <span className="font-semibold text-win">
                <span className="sr-only">{lobby.won}</span>+¥{formatFen(win.fen)}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
