import type { VenueWallet } from '@shared/api/queries'
import { boot } from '@shared/boot'
import { Money } from '../../ui/money'
import { Skeleton } from '../../ui/states'
import { useWalletText } from './use-wallet-text'

/** The venues that the answer will have: its room is kept while it is on its way. */
const expected = Object.entries(boot.venues)
  .filter(([, state]) => state !== 'absent')
  .map(([id]) => id)

export function VenueBalances({ venues }: { venues: VenueWallet[] | undefined }) {
  const text = useWalletText()
  const grid = 'grid grid-cols-4 gap-3 px-5 pb-5 h5:grid-cols-2 h5:gap-2 h5:px-4 h5:pb-4'
  if (!venues) {
    return (
      <div className={grid}>
        {expected.map((key) => (
          <Skeleton key={key} className="h-16" />
        ))}
      </div>
    )
  }
  if (venues.length === 0) return <p className="px-5 pb-5 text-mute h5:px-4">{text.venuesEmpty}</p>
  return (
    <ul className={grid}>
      {venues.map((venue) => (
        <li key={venue.code} className="rounded-lg bg-deep px-4 py-2.5">
          <span className="flex items-baseline justify-between gap-2 text-sm text-soft">
            {venue.name}
            <span className="shrink-0 text-xs text-gold">{text.venueState[venue.state]}</span>
          </span>
          {venue.stale ? (
            <span className="flex items-baseline justify-between gap-2">
              <span className="font-semibold">{text.unknown}</span>
              <span className="text-xs text-soft">{text.later}</span>
            </span>
          ) : (
            <Money fen={venue.fen} className="font-semibold" />
          )}
        </li>
      ))}
    </ul>
  )
}
