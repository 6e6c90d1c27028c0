import { useVenueStates } from '@shared/api/venue-states'
import type { MouseEvent, ReactNode } from 'react'
import type { LaunchLink } from '../../paths'
import { useUiText } from '../../ui/use-ui-text'
import { type Game, pageSize, stateOf } from './game-queries'
import { GameTile, TileSkeleton } from './game-tile'
import { useSlotText } from './use-slot-text'

/** Five at the site's full width, so that 20 fill their rows. */
const columns = 'grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4 h5:grid-cols-2 h5:gap-2.5'

interface Props {
  games: Game[]
  kind: LaunchLink['launch']
  onLaunch: (event: MouseEvent) => void
  markable?: boolean
  /** Games of many venues: each says whose it is. */
  mixed?: boolean
  /** More tiles after the games: those on their way. */
  children?: ReactNode
}

/** A badge is shown where it tells games apart: on fewer than a third of the first page. */
const tells = (games: Game[], badge: 'hot' | 'recommended') => {
  const page = games.slice(0, pageSize)
  return page.filter((game) => game[badge]).length * 3 < page.length
}

export function GameGrid({ games, mixed = false, children, ...tile }: Props) {
  const text = useSlotText()
  const venues = useVenueStates()
  const hot = tells(games, 'hot')
  const recommended = tells(games, 'recommended')
  return (
    <ul aria-label={text.games} className={columns}>
      {games.map((game) => (
        <li key={game.id}>
          {/* The list may have been read before the door closed. */}
          <GameTile
            game={game}
            hot={hot && game.hot}
            recommended={recommended && game.recommended}
            state={stateOf(game, venues[game.platformId]?.state ?? game.state)}
            venue={mixed ? venues[game.platformId]?.name : ''}
            {...tile}
          />
        </li>
      ))}
      {children}
    </ul>
  )
}

export const waitingTiles = (count = pageSize) =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tiles are all alike and have no id
    <li key={`sk-${place}`} aria-hidden="true">
      <TileSkeleton />
    </li>
  ))

export function GridSkeleton({ count }: { count?: number }) {
  const text = useUiText()
  return (
    <div role="status" aria-label={text.loading}>
      <ul className={columns}>{waitingTiles(count)}</ul>
    </div>
  )
}
