import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Items, Venue } from '../../api/wire'
import { ProFormSelect, ProFormText } from '../../kit'
import { text } from '../../text/zh-cn'
import { useSession } from '../session/session'

/** VenueFilter chooses a venue by its name. Who may not see the venues types the code of one. */
export function VenueFilter() {
  const names = useSession().may('venue.view')
  const venues = useVenues(names)
  if (!names) return <ProFormText name="venue" label={text.venue.title} />
  return (
    <ProFormSelect
      name="venue"
      label={text.venue.title}
      showSearch
      options={venues.data?.items.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }))}
      fieldProps={{ loading: venues.isFetching && !venues.data, optionFilterProp: 'label' }}
    />
  )
}

/** useVenueName is the name of a venue by its code, once the venues are known to somebody who may see them. */
export function useVenueName(): (code: string) => string | undefined {
  const venues = useVenues(useSession().may('venue.view')).data?.items
  return (code) => venues?.find((venue) => venue.code === code)?.name
}

const useVenues = (enabled: boolean) =>
  useQuery({
    queryKey: ['/venues'],
    queryFn: ({ signal }) => get<Items<Venue>>('/venues', { signal }),
    enabled,
    staleTime: 60_000,
  })
