import { formatFen } from '@shared/money'
import { ago } from './ago'
import { GameName } from './game-name'
import type { Win } from './lobby-queries'
import { useLobbyText } from './use-lobby-text'

interface Props {
  win: Win
  className: string
  /** One of the largest wins: golden, and of any day. */
  large?: boolean
}

/** A win as everybody may see it. */
export function WinRow({ win, className, large = false }: Props) {
  const text = useLobbyText()
  return (
    <li className={`flex items-center gap-3 border-b border-line/60 text-sm ${className}`}>
      <span className="w-12 shrink-0 text-mute">{win.player}</span>
      <span className="min-w-0 flex-1">
        <GameName id={win.gameId} name={win.game} />
      </span>
      {!large && <span className="shrink-0 text-xs text-mute">{ago(win.time, text)}</span>}
      <span className={`tabular shrink-0 font-semibold ${large ? 'text-gold' : 'text-win'}`}>
        <span className="sr-only">{text.won}</span>+¥{formatFen(win.fen)}
      </span>
    </li>
  )
}

/** Two wins may be alike in all that is shown, so their place is part of the key. */
export const winKey = (win: Win, place: number) => `${place} ${win.time} ${win.player} ${win.game} ${win.fen}`
