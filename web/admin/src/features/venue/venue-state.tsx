import { Link } from 'react-router'
import type { BreakerState, Venue } from '../../api/wire'
import { Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { venueTone } from './tone'
import { WindowNote } from './window-note'

const words = text.venue
const breakerTone: Record<BreakerState, Tone> = { closed: 'success', open: 'error', trial: 'warning' }

/** VenueStateTag is a venue's state. Nobody can play where nothing is connected, whatever state it waits in. */
export function VenueStateTag({ venue }: { venue: Venue }) {
  if (!venue.hasAdapter) return <StateTag label={words.noAdapter} tone="default" />
  return (
    <Space size={4}>
      {venue.shut === null ? (
        <StateTag label={words.states[venue.state]} tone={venueTone[venue.state]} />
      ) : (
        <Link to={paths.gate}>
          <StateTag label={words.shut(venue.shut)} tone="error" />
        </Link>
      )}
      <WindowNote venue={venue} />
      <span className="muted small">{venue.reason}</span>
    </Space>
  )
}

/** BreakerTag says whether transfers are sent to a venue. */
export function BreakerTag({ state }: { state: BreakerState | null }) {
  return state === null ? '—' : <StateTag label={words.breakers[state]} tone={breakerTone[state]} />
}
