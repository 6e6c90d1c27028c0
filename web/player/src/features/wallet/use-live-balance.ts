import { venueAnswersQuery, withVenues } from '@shared/api/live-balance'
import { balanceKey, balanceQuery } from '@shared/api/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * The player's wallets with the venues' own word for what is there (WD-01, TRF-06): our books learn of a win only with
 * the bet feed. An answer counts while the books still have the balance it was compared with; a transfer changes that,
 * and the venues are asked again. The total follows, so that the parts always add up to it. A venue that did not answer
 * keeps the balance of the books and is marked as stale.
 */
export function useLiveBalance() {
  const queries = useQueryClient()
  const books = useQuery(balanceQuery)
  const venues = useQuery(venueAnswersQuery)
  const data = books.data && withVenues(books.data, venues.data, venues.isError)
  const asked = Math.max(venues.dataUpdatedAt, venues.errorUpdatedAt)
  const overtaken =
    venues.data !== undefined &&
    books.dataUpdatedAt > asked &&
    books.data?.venues.some(({ code, fen }) => fen !== (venues.data.get(code)?.booksFen ?? fen)) === true
  const askVenues = venues.refetch
  useEffect(() => {
    if (overtaken) void askVenues({ cancelRefetch: false })
  }, [overtaken, askVenues])
  return {
    data,
    error: books.error,
    isPending: books.isPending,
    isFetching: books.isFetching || venues.isFetching,
    /** Asks the venues and the books anew. */
    refetch: () => void queries.invalidateQueries({ queryKey: balanceKey }),
  }
}
