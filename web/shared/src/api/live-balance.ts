import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './player-client'
import { type Balance, balanceKey, balanceQuery, type VenueWallet, venueWallet } from './queries'

/** A venue wallet that may be more current than our books. */
export interface LiveWallet extends VenueWallet {
  /** The venue itself told this balance. */
  live: boolean
  /** By how much the venue's own balance is below our books': about what is staked there and not settled. */
  openFen: number
}

export interface LiveBalance extends Omit<Balance, 'venues'> {
  venues: LiveWallet[]
}

/** A page that is opened again within this time does not ask the venues again. */
const freshMs = 10_000

/** The venues' own answers, each with the balance of our books that it was compared with. */
export const venueAnswersQuery = queryOptions({
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

type Answers = Map<string, { wallet: VenueWallet; booksFen: number }>

export function withVenues(books: Balance, answers: Answers | undefined, failed: boolean): LiveBalance {
  const venues = books.venues.map((venue): LiveWallet => {
    const answer = answers?.get(venue.code)
    if (failed || answer?.wallet.stale) return { ...venue, stale: venue.state !== 'closed', live: false, openFen: 0 }
    if (!answer || answer.booksFen !== venue.fen) return { ...venue, live: false, openFen: 0 }
    return { ...venue, fen: answer.wallet.fen, live: true, openFen: Math.max(0, venue.fen - answer.wallet.fen) }
  })
  const sum = (list: VenueWallet[]) => list.reduce((total, { fen }) => total + fen, 0)
  return { ...books, venues, sumFen: books.sumFen - sum(books.venues) + sum(venues) }
}

/** The stakes that are not settled, as far as the venues' own balances show them (H-516). */
export function openStakes(balance: LiveBalance | undefined) {
  const venues = balance?.venues.filter(({ openFen }) => openFen > 0) ?? []
  return { venues, fen: venues.reduce((total, { openFen }) => total + openFen, 0) }
}

/**
 * The player's wallets with the newest word of the venues that a page has asked for. The bars and the pages show one
 * total by it. It asks no venue itself.
 */
export function useBalance(): LiveBalance | undefined {
  const { data: books } = useQuery(balanceQuery)
  const { data: answers, isError } = useQuery({ ...venueAnswersQuery, enabled: false })
  return books && withVenues(books, answers, isError)
}
