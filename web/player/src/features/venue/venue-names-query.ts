import { api } from '@shared/api/player-client'
import { queryOptions } from '@tanstack/react-query'

/** What the operator calls each venue, by platform id. */
export const venueNamesQuery = queryOptions({
  queryKey: ['venueNames'],
  staleTime: 600_000,
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const { Data } = await api.call('GET /v1/PubInterface/VenueItems', undefined, { signal })
    return Object.fromEntries((Data ?? []).map((row) => [row.PlatformCode, row.PlatformName]))
  },
})
