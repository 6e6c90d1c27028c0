import { useVenueRead, useVenueStates, type VenueNow } from '@shared/api/venue-states'
import { useVenuesText } from './use-venues-text'
import { sharesVenue, type VenuePage } from './venue-pages'

/** A page's knowledge of a venue: its state, or that the answer is on its way, or that none came. */
export interface Seen {
  state: VenueNow['state'] | 'asking' | 'unknown'
  endTime: string
  moneyStopped: boolean
}

/**
 * The venue behind each page: its name, and its state as pages show it (MNT-03). A venue the server does not name is
 * closed.
 */
export function useVenueNow() {
  const text = useVenuesText()
  const states = useVenueStates()
  const { isSuccess, isPlaceholderData, isError, refetch } = useVenueRead()
  const answered = isSuccess && !isPlaceholderData
  const venueName = (page: VenuePage) => states[page.launch.platformId]?.name ?? ''
  /** A page that has its venue to itself bears the venue's name, so that page, wallet and records say the same (D-18). */
  const name = (page: VenuePage) => (sharesVenue(page) ? '' : venueName(page)) || text.venue[page.key].name
  /** Whose wallet a page plays from, where its own name does not say it. */
  const wallet = (page: VenuePage) => (sharesVenue(page) ? venueName(page) : '')
  const now = (page: VenuePage): Seen => {
    const known = states[page.launch.platformId]
    if (known) return known
    return { state: answered ? 'closed' : isError ? 'unknown' : 'asking', endTime: '', moneyStopped: false }
  }
  const isOpen = (page: VenuePage) => now(page).state === 'open'
  /** The state of a kind of game: the most open one of its venues. */
  const kind = (pages: VenuePage[]): Seen['state'] => {
    const states = pages.map((page) => now(page).state)
    return tellingMost.find((state) => states.includes(state)) ?? 'closed'
  }
  return { name, wallet, now, isOpen, kind, retry: () => void refetch() }
}

const tellingMost: Seen['state'][] = ['open', 'asking', 'unknown', 'maintenance', 'absent']
