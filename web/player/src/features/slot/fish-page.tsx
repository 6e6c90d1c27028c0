import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { Empty, Failed, Skeleton } from '../../ui/states'
import { LobbyWins } from '../venue/lobby-wins'
import { useLoginFirst } from '../venue/use-login-first'
import { useVenueNow } from '../venue/use-venue-now'
import { venuePages } from '../venue/venue-pages'
import { FishBanner } from './fish-banner'
import { GameGrid, GridSkeleton } from './game-grid'
import { fishingQuery } from './game-queries'
import { HallHero } from './hall-hero'
import { HallNotice } from './hall-notice'
import { useSlotText } from './use-slot-text'

const launch = 'fisherGamePlatformLaunch'

/** How many games of the list have a banner (GAME-03). */
const banners = 4

const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(29rem,100%),1fr))] gap-4 h5:grid-cols-1 h5:gap-3'

/** The fishing hall: four banners and, below them, what else there is. Visitors see it too. */
export default function FishPage() {
  const text = useSlotText().fishing
  const loginFirst = useLoginFirst()(paths.fish)
  const { data, error, refetch } = useQuery(fishingQuery)
  const first = data?.games.slice(0, banners) ?? []
  const rest = data?.games.slice(banners) ?? []
  return (
    <>
      <HallHero category="fish" title={text.title} line={text.line} />
      <div className="container-page space-y-8 pt-6 h5:space-y-6 h5:px-4 h5:pt-4">
        <section aria-label={text.banners} className="space-y-4">
          <FishNotice />
          {!data && !error && (
            <ul className={pair}>
              {Array.from({ length: banners }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and have no id
                <li key={`sk-${place}`}>
                  <Skeleton className="aspect-16/7 rounded-xl" />
                </li>
              ))}
            </ul>
          )}
          {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
          {data && first.length === 0 && <Empty title={text.empty} />}
          {first.length > 0 && (
            <ul className={pair}>
              {first.map((game, place) => (
                <li key={game.id}>
                  <FishBanner game={game} place={place} onLaunch={loginFirst} />
                </li>
              ))}
            </ul>
          )}
        </section>
        {!data && !error && (
          <div>
            <Skeleton className="mb-4 h-8.5 w-40 h5:hidden" />
            <GridSkeleton count={10} />
          </div>
        )}
        {rest.length > 0 && (
          <section aria-labelledby="more-fishing">
            <h2 id="more-fishing" className="pb-4 text-2xl font-semibold h5:pb-3 h5:text-lg">
              {text.more}
            </h2>
            <GameGrid games={rest} kind={launch} onLaunch={loginFirst} mixed />
          </section>
        )}
        {data && <LobbyWins platformId="2" kind="fish" />}
      </div>
    </>
  )
}

function FishNotice() {
  const text = useSlotText().fishing
  const { now } = useVenueNow()
  const page = venuePages.find((venue) => venue.key === 'fish')
  const state = page ? now(page).state : 'asking'
  if (state !== 'absent' && state !== 'maintenance' && state !== 'closed') return null
  return <HallNotice>{text.notice[state]}</HallNotice>
}
