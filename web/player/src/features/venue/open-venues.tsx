import { Link } from '../../ui/link'
import { LaunchButton } from './launch-button'
import { StateChip } from './state-chip'
import type { VenueKey } from './text/venues.zh-cn'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { inTurn, launchesAtOnce, type VenuePage, venuePages } from './venue-pages'
import { VenuePicture } from './venue-picture'

/** More than this would be a wall; the halls below lead to the rest. */
const mostShown = 6

/** The venues a player can sit down at now. On a venue's own page it is left out, and nothing shows when it is alone. */
export function OpenVenues({ except }: { except?: VenueKey }) {
  const text = useVenuesText()
  const { now, isOpen } = useVenueNow()
  const pages = venuePages.filter((page) => launchesAtOnce(page) && page.key !== except)
  const open = inTurn(pages.filter(isOpen)).slice(0, mostShown)
  const asking = pages.some((page) => now(page).state === 'asking')
  if (except && open.length === 0) return null
  return (
    <section aria-labelledby="open-now">
      <div className="flex flex-wrap items-baseline gap-x-4 pb-5 h5:pb-3">
        <h2 id="open-now" className="flex items-center gap-2.5 text-2xl font-semibold whitespace-nowrap h5:text-lg">
          <span aria-hidden="true" className="size-2 rounded-full bg-win" />
          {text.openNow}
        </h2>
        <p className="text-mute h5:text-sm">{text.openNowLine}</p>
      </div>
      {open.length > 0 ? (
        <ul className={`grid gap-4 h5:gap-2.5 ${columns(open.length)}`}>
          {open.map((page) => (
            <OpenCard key={page.key} page={page} />
          ))}
        </ul>
      ) : (
        <NoneOpen asking={asking} />
      )}
    </section>
  )
}

/** The columns avoid a single card in the last row where possible; the phone has two in a row. */
const columns = (count: number) => {
  if (count === 1) return 'grid-cols-1'
  return count === 2 || count === 4 ? 'grid-cols-2' : 'grid-cols-3 h5:grid-cols-2'
}

/** As high as the cards, so that nothing moves when they come. */
function NoneOpen({ asking }: { asking: boolean }) {
  const text = useVenuesText()
  return asking ? (
    <div aria-hidden="true" className="grid grid-cols-2 gap-4 h5:gap-2.5">
      <div className="h-40 animate-pulse rounded-xl bg-raised h5:h-34" />
      <div className="h-40 animate-pulse rounded-xl bg-raised h5:h-34" />
    </div>
  ) : (
    <p className="panel px-6 py-8 text-center text-soft">{text.noneOpen}</p>
  )
}

function OpenCard({ page }: { page: VenuePage }) {
  const text = useVenuesText()
  const { name, now } = useVenueNow()
  return (
    <li className="group relative isolate flex h-40 flex-col items-start justify-center overflow-hidden rounded-xl border border-line bg-panel px-7 transition-colors hover:border-gold h5:h-34 h5:px-4">
      <VenuePicture
        page={page}
        className="transition-transform duration-300 group-hover:scale-103 h5:-top-2 h5:-right-6 h5:bottom-auto h5:h-24 h5:mask-b-from-70%"
      />
      <div className="flex items-center gap-3 h5:flex-col h5:items-start h5:gap-0">
        <h3 className="text-xl font-semibold whitespace-nowrap h5:text-base">
          <Link to={page.path} className="after:absolute after:inset-0 after:rounded-xl hover:text-gold-soft">
            {name(page)}
          </Link>
        </h3>
        <StateChip {...now(page)} />
      </div>
      <p className="max-w-[62%] truncate pt-0.5 text-sm text-soft h5:hidden">{text.venue[page.key].line}</p>
      <LaunchButton page={page} among className="relative mt-3 min-h-9 px-5 text-sm h5:mt-2.5 h5:min-h-11 h5:px-4" />
    </li>
  )
}
