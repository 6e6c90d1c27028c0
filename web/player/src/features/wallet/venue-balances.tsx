import type { VenueWallet } from '@shared/api/queries'
import { OwnMoney } from '../../ui/own-balance'
import { Skeleton } from '../../ui/states'
import { Unfold } from '../../ui/unfold'
import { useVenuesText } from '../venue/use-venues-text'
import { sharesVenue, venuePages } from '../venue/venue-pages'
import { useWalletText } from './use-wallet-text'

/** The names of the pages that play from a venue’s wallet, where they are not the venue’s own. */
function usePageNames() {
  const { venue: names } = useVenuesText()
  return (code: string) =>
    venuePages
      .filter((page) => page.launch.platformId === code && sharesVenue(page))
      .map((page) => names[page.key].name)
}

/** The venues that hold money, or whose balance is unknown; the many that hold none are behind a button (WD-01). */
export default function VenueBalances({ venues }: { venues: VenueWallet[] | undefined }) {
  const text = useWalletText()
  if (venues?.length === 0) return <p className="px-5 pb-5 text-mute h5:px-4">{text.venuesEmpty}</p>
  const telling = venues?.filter((venue) => venue.stale || venue.fen !== 0) ?? []
  const empty = venues?.filter((venue) => !telling.includes(venue)) ?? []
  return (
    <div className="px-5 pb-5 h5:px-4 h5:pb-4">
      {!venues && <Skeleton className="h-8 h5:h-11" />}
      {telling.length > 0 && <Tiles venues={telling} />}
      {empty.length > 0 && (
        <Unfold show={text.venuesAtZero(empty.length, telling.length > 0)} hide={text.hideVenues}>
          <Tiles venues={empty} />
        </Unfold>
      )}
    </div>
  )
}

function Tiles({ venues }: { venues: VenueWallet[] }) {
  const text = useWalletText()
  const pageNames = usePageNames()
  return (
    <ul className="grid grid-cols-4 gap-3 h5:grid-cols-2 h5:gap-2">
      {venues.map((venue) => (
        <li key={venue.code} className="rounded-lg bg-deep px-4 py-2.5">
          <span className="flex items-baseline justify-between gap-2 text-sm text-soft">
            <span className="min-w-0">
              {venue.name}
              {pageNames(venue.code).map((name) => (
                <span key={name} className="block truncate text-xs text-mute">
                  {name}
                </span>
              ))}
            </span>
            <span className="shrink-0 text-xs text-gold">{text.venueState[venue.state]}</span>
          </span>
          {venue.stale ? (
            <span className="flex items-baseline justify-between gap-2">
              <span className="font-semibold">{text.unknown}</span>
              <span className="text-xs text-soft">{text.later}</span>
            </span>
          ) : (
            <OwnMoney fen={venue.fen} className="font-semibold" />
          )}
        </li>
      ))}
    </ul>
  )
}
