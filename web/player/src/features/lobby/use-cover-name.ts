import { useVenueStates } from '@shared/api/venue-states'
import { useVenuesText } from '../venue/use-venues-text'
import type { Cover } from './lobby-queries'
import { useLobbyText } from './use-lobby-text'

/** The name of a game. Halls of different venues have the same name, so a hall is named by its venue and its kind. */
export function useCoverName() {
  const text = useLobbyText()
  const { short } = useVenuesText()
  const venues = useVenueStates()
  return ({ name, platformId, kind }: Pick<Cover, 'name' | 'platformId' | 'kind'>) => {
    const venue = venues[platformId]?.name ?? ''
    return venue && text.isHall(name) ? text.hallName(venue, short[kind]) : name
  }
}
