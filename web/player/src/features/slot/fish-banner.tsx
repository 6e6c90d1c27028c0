import { useVenueStates } from '@shared/api/venue-states'
import type { MouseEvent } from 'react'
import { launchHref } from '../../paths'
import { StateChip } from '../venue/state-chip'
import { useVenuesText } from '../venue/use-venues-text'
import { AboutLink } from './about-link'
import { type Game, stateOf } from './game-queries'
import { useSlotText } from './use-slot-text'

/** The picture of each place, and its line of words: island, palace, cannon, carp. */
const pictures = ['/art/fish-4.svg', '/art/fish-1.svg', '/art/fish-3.svg', '/art/fish-2.svg']

interface Props {
  game: Game
  place: number
  onLaunch: (event: MouseEvent) => void
}

export function FishBanner({ game, place, onLaunch }: Props) {
  const text = useSlotText()
  const venues = useVenuesText()
  const venue = useVenueStates()[game.platformId]
  const state = stateOf(game, venue?.state ?? game.state)
  return (
    <article
      className={`relative aspect-16/7 overflow-hidden rounded-xl border border-line bg-deep ${
        state === 'open' ? 'group transition-colors focus-within:border-gold/60 hover:border-gold/60' : ''
      }`}
    >
      <img
        src={pictures[place]}
        alt=""
        decoding="async"
        className="absolute inset-0 size-full object-cover object-right transition-transform duration-300 ease-out group-hover:scale-[1.03] motion-reduce:transform-none"
      />
      <div className="absolute inset-0 bg-linear-to-r from-ink/70 via-ink/20 to-transparent" />
      <div className="relative flex h-full max-w-[55%] flex-col items-start justify-center px-8 h5:px-5">
        <h2 className="text-2xl font-bold text-gold-soft h5:text-xl">{game.name}</h2>
        <p className="pt-1 text-soft h5:text-sm">{text.fishing.lines[place]}</p>
        {venue?.name && <p className="pt-0.5 text-xs text-soft">{venues.wallet(venue.name)}</p>}
        {state === 'open' ? (
          <a
            href={launchHref({
              launch: 'fisherGamePlatformLaunch',
              platformId: game.platformId,
              gameId: game.code,
              mode: '1',
            })}
            target="_blank"
            rel="noreferrer"
            data-launch-name={game.name}
            onClick={onLaunch}
            className="btn btn-gold mt-5 before:absolute before:inset-0 h5:mt-2 h5:min-h-11"
          >
            {text.fishing.play}
            <span className="sr-only">
              {game.name}
              {text.newTab}
            </span>
          </a>
        ) : (
          <span className="mt-5 rounded-full border border-line bg-ink/80 px-3 py-1 h5:mt-3">
            <StateChip state={state} />
            {state === 'maintenance' && game.maintainEnd && (
              <span className="tabular pl-2 text-xs text-soft">{text.until(game.maintainEnd.slice(5, 16))}</span>
            )}
          </span>
        )}
      </div>
      <AboutLink game={game} />
    </article>
  )
}
