import { Link } from '../../ui/link'
import { StateChip } from './state-chip'
import { useCategoryText } from './use-category-text'
import { useVenueNow } from './use-venue-now'
import { launchesAtOnce, type VenuePage, venuePages } from './venue-pages'

/** Why a venue cannot be entered, until when, and where one can play instead. */
export function StateNotice({ page }: { page: VenuePage }) {
  const words = useCategoryText()
  const { name: nameOf, now, isOpen } = useVenueNow()
  const { state, endTime } = now(page)
  if (state === 'open' || state === 'asking' || state === 'unknown') return null
  const name = nameOf(page)
  const instead = venuePages.find((other) => launchesAtOnce(other) && isOpen(other))
  return (
    <div
      role="status"
      className="mt-7 w-full max-w-lg rounded-xl max-wide:max-w-md border border-line bg-ink/80 p-5 backdrop-blur-sm h5:mt-0 h5:max-w-none h5:rounded-none h5:border-x-0 h5:border-t-0 h5:bg-panel h5:p-4"
    >
      {/* On the phone the picture shows it already. */}
      <div className="pb-1.5 h5:hidden">
        <StateChip state={state} />
      </div>
      <p className="text-[0.9375rem] text-soft">
        {state === 'absent' ? words.absentLine(name) : null}
        {state === 'maintenance' ? words.maintenanceLine(name) : null}
        {state === 'closed' ? words.closedLine(name) : null}
      </p>
      {state === 'maintenance' && (
        <p className="tabular pt-1.5 text-sm">
          <span className="pr-3 text-mute">{words.until}</span>
          {endTime ? words.untilZone(endTime.slice(0, 16)) : words.untilUnknown}
        </p>
      )}
      {instead && (
        <Link to={instead.path} className="btn btn-line mt-4 h5:min-h-11">
          {words.goTo(nameOf(instead))}
        </Link>
      )}
    </div>
  )
}
