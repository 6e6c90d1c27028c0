import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../ui/art/category-icon'
import { venueWinsQuery } from './front-queries'
import { VenueWins } from './venue-wins'

/** The latest wins at a venue, at the end of a lobby, where they move nothing else. */
export function LobbyWins({ platformId, kind }: { platformId: string; kind: Category }) {
  const { data: wins } = useQuery(venueWinsQuery(platformId, kind))
  if (!wins || wins.length === 0) return null
  return (
    <div className="pt-12">
      <VenueWins wins={wins} columns="grid-cols-2" />
    </div>
  )
}
