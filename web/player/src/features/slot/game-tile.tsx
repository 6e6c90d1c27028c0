import { GameArt } from '@shared/art/game-art'
import type { VenueState } from '@shared/boot'
import type { MouseEvent } from 'react'
import { type LaunchLink, launchHref } from '../../paths'
import { Badge } from '../../ui/badge'
import { Skeleton } from '../../ui/states'
import { StateChip } from '../venue/state-chip'
import { AboutLink } from './about-link'
import { FavouriteButton } from './favourite-button'
import type { Game } from './game-queries'
import { filters } from './lobby-address'
import { useSlotText } from './use-slot-text'

interface Props {
  game: Game
  /** Its badges. */
  hot: boolean
  recommended: boolean
  /** The present state of its venue. */
  state: VenueState
  /** The venue's name, where games of many stand side by side: there it is said instead of the category. */
  venue?: string
  kind: LaunchLink['launch']
  onLaunch: (event: MouseEvent) => void
  /** Visitors cannot mark games. */
  markable?: boolean
}

const frame = 'relative overflow-hidden rounded-xl border border-line bg-panel'
const words = 'flex h-16 flex-col justify-center pl-3.5 h5:h-15 h5:pl-2.5'

/** The mark is to the right of the words. */
const markRoom = 'pr-12 h5:pr-11'

/** A game that does not open is not highlighted under the pointer. */
const lit = 'group transition-colors duration-200 focus-within:border-gold/60 hover:border-gold/60'

/** One game: its picture and name lead into it once its venue is open; until then it can be looked at and marked. */
export function GameTile({ game, hot, recommended, state, venue, kind, onLaunch, markable = false }: Props) {
  const text = useSlotText()
  const category = filters.find(({ type }) => type === String(game.category) && game.category > 0)?.key
  const maintainEnd = state === 'maintenance' ? game.maintainEnd : ''
  const said = venue || (category && text.filter[category])
  return (
    <article className={`${frame} ${state === 'open' ? lit : ''}`}>
      <div className="relative aspect-4/3 overflow-hidden bg-deep">
        <Picture game={game} />
        {state === 'open' && <PlayMark />}
        {/* At the middle of the edge: the corners have the frame’s ornaments. */}
        <div className="absolute inset-x-0 top-1.5 flex justify-center gap-1">
          {hot && (
            <Badge kind="hot">
              {/* Between the corners of a narrow tile there is room for one word. */}
              <span className={recommended ? 'h5:sr-only' : ''}>{text.badge.hot}</span>
            </Badge>
          )}
          {recommended && <Badge kind="recommended">{text.badge.recommended}</Badge>}
        </div>
      </div>
      <div className={`${words} ${markable ? markRoom : 'pr-3.5'}`}>
        <h3 className="truncate leading-6 font-semibold h5:text-[0.9375rem]">
          {state === 'open' ? (
            <a
              href={launchHref({ launch: kind, platformId: game.platformId, gameId: game.code, mode: '1' })}
              target="_blank"
              rel="noreferrer"
              data-launch-name={game.name}
              onClick={onLaunch}
              // The whole tile is the link; the mark lies above it.
              className="outline-none before:absolute before:inset-0 before:rounded-xl focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-gold"
            >
              <span className="sr-only">{text.enter}</span>
              {game.name}
              <span className="sr-only">{text.newTab}</span>
            </a>
          ) : (
            game.name
          )}
        </h3>
        <p className="flex items-center gap-2.5 text-xs leading-5 text-mute h5:gap-1.5">
          {said && !maintainEnd && (
            <span className={`truncate ${state === 'open' || venue ? '' : 'max-[389px]:hidden'}`}>{said}</span>
          )}
          {state !== 'open' && <StateChip state={state} />}
          {maintainEnd && <span className="tabular truncate">{text.until(maintainEnd.slice(5, 16))}</span>}
        </p>
      </div>
      <AboutLink game={game} />
      {markable && <FavouriteButton game={game} />}
    </article>
  )
}

function Picture({ game }: { game: Game }) {
  const look =
    'size-full object-cover transition-transform duration-300 ease-out group-hover:scale-105 motion-reduce:transform-none'
  if (game.art) return <GameArt art={game.art} ratio="wide" className={look} />
  return <img src={game.picture} alt="" loading="lazy" decoding="async" className={look} />
}

/** The overlay under a pointer on an open game; a phone has no pointer and taps at once. */
function PlayMark() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 grid place-items-center bg-ink/45 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 h5:hidden"
    >
      <span className="grid size-14 place-items-center rounded-full bg-linear-to-b from-gold-soft to-gold text-on-gold shadow-lg shadow-black/50">
        <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d="M8 5.300v13.400a.8.8 0 0 0 1.200.7l10.600-6.700a.8.8 0 0 0 0-1.400L9.200 4.600a.8.8 0 0 0-1.200.7Z" />
        </svg>
      </span>
    </span>
  )
}

/** As large as the tile, so that nothing moves when the games come. */
export function TileSkeleton() {
  return (
    <div className={frame} data-testid="tile-skeleton">
      <Skeleton className="aspect-4/3 rounded-none!" />
      <div className={`${words} gap-2 pr-3.5`}>
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    </div>
  )
}
