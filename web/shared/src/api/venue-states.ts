import { queryOptions } from '@tanstack/react-query'
import { boot, type VenueState } from '../boot'
import { api } from './player-client'
import { readByOne } from './read-by-one'

/** A venue and what it is doing now. */
export interface VenueNow {
  /** The catalogue's; '' is not known. */
  name: string
  state: VenueState
  /** When a maintenance is to end, YYYY-MM-DD HH:mm:ss in GMT+8; '' is not known. */
  endTime: string
  /** No money moves to it or from it now; what is there can be played with. */
  moneyStopped: boolean
}

export type VenueStates = Record<string, VenueNow>

const bootVenues: VenueStates = Object.fromEntries(
  Object.entries(boot.venues).map(([id, state]) => [
    id,
    { name: boot.venueNames[id] ?? '', state, endTime: '', moneyStopped: false },
  ]),
)

export const venueStatesQuery = queryOptions({
  queryKey: ['venueStates'],
  // A way of money may close while a page is open: the page asks again by itself, and when the player returns
  // to it.
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
  placeholderData: bootVenues,
  queryFn: async ({ signal }): Promise<VenueStates> => {
    const { Data } = await api.call('GET /v1/PubInterface/VenueItems', undefined, { signal })
    return Object.fromEntries(
      (Data ?? []).map((row) => [
        row.PlatformCode,
        { name: row.PlatformName, state: row.State, endTime: row.EndTime, moneyStopped: row.MoneyStopped },
      ]),
    )
  },
})

/** The read of the venues' states, for the many parts of a page that show them. */
export const useVenueRead = readByOne(venueStatesQuery)

/** Every venue by platform id: as the page was written, then as the server says (MNT-03). */
export const useVenueStates = (): VenueStates => useVenueRead().data ?? bootVenues
