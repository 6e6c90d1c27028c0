import { Button } from '../../ui/button'
import { siteForm } from '../../ui/site-form'
import { LaunchButton } from './launch-button'
import { StateChip } from './state-chip'
import { StateNotice } from './state-notice'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import type { VenuePage } from './venue-pages'

/** The way in, or in its place the venue's state: no button leads to a closed venue (MNT-03). */
export function LaunchArea({ page }: { page: VenuePage }) {
  const text = useVenuesText()
  const { now, retry } = useVenueNow()
  const { state, moneyStopped } = now(page)
  if (state === 'open') {
    return (
      <>
        <LaunchButton page={page} className="mt-8 min-h-13 px-10 text-lg h5:mt-4 h5:min-h-11 h5:px-6 h5:text-base" />
        {moneyStopped && (
          <p role="status" className="pt-3 text-sm text-info h5:max-w-[60%]">
            {text.moneyStoppedLine}
          </p>
        )}
      </>
    )
  }
  if (state === 'asking') {
    return (
      <div aria-hidden="true" className="mt-8 h-13 w-38 animate-pulse rounded-lg bg-white/10 h5:mt-4 h5:h-11 h5:w-28" />
    )
  }
  if (state === 'unknown') {
    return (
      <div role="alert" className="mt-8 flex items-center gap-4 text-soft h5:mt-4 h5:max-w-[50%] h5:flex-wrap h5:gap-2">
        <p>{text.stateUnknown}</p>
        <Button look="line" onClick={retry}>
          {text.retry}
        </Button>
      </div>
    )
  }
  return siteForm() === 'h5' ? (
    <div className="mt-4 rounded-full border border-line bg-ink/80 px-3 py-1">
      <StateChip state={state} />
    </div>
  ) : (
    <StateNotice page={page} />
  )
}
