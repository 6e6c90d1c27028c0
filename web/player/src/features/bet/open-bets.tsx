import { openStakes } from '@shared/api/live-balance'
import { launchHref } from '../../paths'
import { Link } from '../../ui/link'
import { useBalanceText } from '../../ui/own-balance'
import { useVenueNow } from '../venue/use-venue-now'
import { launchesAtOnce, venuePages } from '../venue/venue-pages'
import { useLiveBalance } from '../wallet/use-live-balance'
import { useBetText } from './use-bet-text'

/** The venues that hold open stakes, each with its sum and the ways in (H-516); nothing where there are none. */
export function OpenBets() {
  const text = useBetText()
  const own = useBalanceText()
  const { venues } = openStakes(useLiveBalance().data)
  if (venues.length === 0) return null
  return (
    <section aria-label={text.openBets} className="border-b border-line px-5 py-4 text-sm h5:px-4">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {text.openBets}
        <span className="font-normal text-loss">{text.note}</span>
      </h3>
      <ul className="divide-y divide-line">
        {venues.map(({ code, name, openFen }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="tabular">{text.openAt(name, own(openFen))}</span>
            <WaysIn code={code} />
          </li>
        ))}
      </ul>
      <p className="text-xs text-mute">{text.openLine}</p>
    </section>
  )
}

/** A link for each page that plays from the venue's wallet; slots and fishing lead to their list of games. */
function WaysIn({ code }: { code: string }) {
  const text = useBetText()
  const now = useVenueNow()
  const pages = venuePages.filter((page) => page.launch.platformId === code && now.isOpen(page))
  const look = 'inline-flex min-h-9 items-center text-gold hover:underline h5:min-h-11'
  return (
    <span className="flex flex-wrap gap-x-4">
      {pages.map((page) =>
        launchesAtOnce(page) ? (
          <a
            key={page.key}
            href={launchHref(page.launch)}
            target="_blank"
            rel="noreferrer"
            data-launch-name={now.name(page)}
            className={look}
          >
            {text.enter(now.name(page))}
            <span className="sr-only">{text.newTab}</span>
          </a>
        ) : (
          <Link key={page.key} to={page.path} className={look}>
            {text.enter(now.name(page))}
          </Link>
        ),
      )}
    </span>
  )
}
