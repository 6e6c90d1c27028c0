import type { Game } from './game-queries'
import { useFavourite } from './use-favourite'
import { useSlotText } from './use-slot-text'

export function FavouriteButton({ game }: { game: Game }) {
  const text = useSlotText()
  const toggle = useFavourite(game)
  return (
    <button
      type="button"
      aria-label={text.favourite(game.name)}
      aria-pressed={game.favourite}
      onClick={toggle}
      className={`absolute right-1 bottom-2.5 grid size-11 place-items-center rounded-lg transition-colors h5:right-0 h5:bottom-2 ${
        game.favourite ? 'text-gold' : 'text-mute hover:text-gold-soft'
      }`}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill={game.favourite ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        aria-hidden="true"
        className={game.favourite ? 'animate-rise' : ''}
      >
        <path d="M12 20.5C5 15.6 3 12.300 3 8.900A4.900 4.900 0 0 1 12 6.200a4.900 4.900 0 0 1 9 2.700c0 3.400-2 6.700-9 11.600Z" />
      </svg>
    </button>
  )
}
