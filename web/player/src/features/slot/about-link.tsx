import { Link } from '../../ui/link'
import { gamePath } from '../lobby/lobby-queries'
import type { Game } from './game-queries'
import { useSlotText } from './use-slot-text'

/** The way to a game's page, in the corner of its picture: rules, return and stakes without a launch. */
export function AboutLink({ game }: { game: Game }) {
  const text = useSlotText()
  return (
    <Link
      to={gamePath(game.id)}
      aria-label={text.about(game.name)}
      title={text.about(game.name)}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-xl text-soft -outline-offset-2 hover:text-gold-soft"
    >
      <span className="grid size-7 place-items-center rounded-full bg-ink/80">
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="12" cy="12" r="9" />
          <path d="M12 11v5M12 7.600v.1" />
        </svg>
      </span>
    </Link>
  )
}
