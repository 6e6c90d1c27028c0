import { siteForm } from '../../ui/site-form'
import { ago } from '../lobby/ago'
import { GameName } from '../lobby/game-name'
import { useLobbyText } from '../lobby/use-lobby-text'
import { BoardFrame, newestOf } from './board-frame'
import { Cards, handsIn } from './cards'
import type { Hand } from './front-queries'
import { useFrontText } from './use-front-text'

const places = () => (siteForm() === 'h5' ? 6 : 8)

/** The latest hands at the venue's card tables. */
export function HandBoard({ hands }: { hands: Hand[] }) {
  const text = useFrontText()
  const lobby = useLobbyText()
  return (
    <BoardFrame id="hands" title={text.hands} newest={newestOf(hands.map(({ time }) => time))}>
      <ol className="panel px-5 py-1.5 h5:px-4">
        {hands.slice(0, places()).map((hand, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two hands of a minute may be alike in all that is shown
            key={`${place} ${hand.time} ${hand.room} ${hand.outcome}`}
            className="border-b border-line/60 py-2.5 text-sm"
          >
            <div className="flex items-center gap-3">
              <GameName id={hand.gameId} name={hand.game} className="font-semibold" />
              <span className="min-w-0 flex-1 truncate text-xs text-mute">{hand.room}</span>
              <span className="shrink-0 text-xs text-mute">{ago(hand.time, lobby)}</span>
            </div>
            {hand.outcome && (
              <p className="tabular flex flex-wrap gap-1.5 pt-1">
                {handsIn(hand.outcome).map((cards, seat) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the hands of one round keep their places
                  <span key={seat} className="rounded-md bg-raised px-2 py-0.5 whitespace-nowrap">
                    <Cards text={cards} />
                  </span>
                ))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </BoardFrame>
  )
}
