import { api } from '@shared/api/player-client'
import { type Balance, balanceKey, balanceQuery, type VenueWallet, venueWallet } from '@shared/api/queries'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A venue wallet that may be more current than our books. */
export interface LiveWallet extends VenueWallet {
  /** The venue itself told this balance. */
  live: boolean
}

export interface LiveBalance extends Omit<Balance, 'venues'> {
  venues: LiveWallet[]
}

/** A page that is opened again within this time does not ask the venues again. */
const freshMs = 10_000

/** The venues' own answers, each with the balance of our books that it was compared with. */
const venuesQuery = queryOptions({
  queryKey: [...balanceKey, 'venues'],
  staleTime: freshMs,
  retry: false,
  queryFn: async ({ client, signal }) => {
    const books = await client.fetchQuery({ ...balanceQuery, staleTime: 5_000 })
    const { Data } = await api.call('POST /v1/Do/CallPlatformBalancesAction', undefined, { signal })
    const told = new Map((Data ?? []).map((wire) => [String(wire.PlatformCode), venueWallet(wire)]))
    return new Map(
      books.venues.flatMap(({ code, fen }) => {
        const wallet = told.get(code)
        return wallet ? [[code, { wallet, booksFen: fen }] as const] : []
      }),
    )
  },
})

/**
 * The player's wallets with the venues' own word for what is there (WD-01, TRF-06): our books learn of a win only with
 * the bet feed. An answer counts while the books still have the balance it was compared with; a transfer changes that,
 * and the venues are asked again. The total follows, so that the parts always add up to it. A venue that did not answer
 * keeps the balance of the books and is marked as stale.
 */
export function useLiveBalance() {
  const queries = useQueryClient()
  const books = useQuery(balanceQuery)
  const venues = useQuery(venuesQuery)
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

type Answers = Map<string, { wallet: VenueWallet; booksFen: number }>

export function withVenues(books: Balance, answers: Answers | undefined, failed: boolean): LiveBalance {
  const venues = books.venues.map((venue): LiveWallet => {
    const answer = answers?.get(venue.code)
    if (failed || answer?.wallet.stale) return { ...venue, stale: venue.state !== 'closed', live: false }
    if (!answer || answer.booksFen !== venue.fen) return { ...venue, live: false }
    return { ...venue, fen: answer.wallet.fen, live: true }
  })
  const sum = (list: VenueWallet[]) => list.reduce((total, { fen }) => total + fen, 0)
  return { ...books, venues, sumFen: books.sumFen - sum(books.venues) + sum(venues) }
}
