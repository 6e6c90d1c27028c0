import type { VenueState } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export const venueTone: Record<VenueState, Tone> = { open: 'success', maintenance: 'warning', closed: 'error' }
