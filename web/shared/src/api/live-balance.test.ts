import { expect, it } from 'vitest'
import { openStakes, withVenues } from './live-balance'
import type { Balance, VenueWallet } from './queries'

const venue = (code: string, fen: number, more: Partial<VenueWallet> = {}): VenueWallet => ({
  code,
  name: code,
  fen,
  state: 'open',
  stale: false,
  ...more,
})

const books = (...venues: VenueWallet[]): Balance => ({
  sumFen: 100_000 + venues.reduce((sum, { fen }) => sum + fen, 0),
  centreFen: 100_000,
  lockedFen: 0,
  transitFen: 0,
  venues,
  autoTransfer: false,
  launch: { brings: 'unasked', amountFen: 0, recall: false },
})

const answer = (wallet: VenueWallet, booksFen: number) => [wallet.code, { wallet, booksFen }] as const

/** The venues that have open stakes, with the sums. */
const open = (...args: Parameters<typeof withVenues>) => {
  const { venues, fen } = openStakes(withVenues(...args))
  return [fen, ...venues.map(({ code, openFen }) => `${code} ${openFen}`)]
}

it('H-516 an open stake is what the venue has less than the books, and a win hides none of another venue', () => {
  const own = books(venue('41', 5_000), venue('6', 3_000), venue('2', 800))
  const told = new Map([
    answer(venue('41', 4_000), 5_000),
    answer(venue('6', 3_700), 3_000),
    answer(venue('2', 800), 800),
  ])
  expect(open(own, told, false)).toEqual([1_000, '41 1000'])
  expect(withVenues(own, told, false).sumFen).toBe(own.sumFen - 1_000 + 700)
})

it('H-516 a venue that is stale or unknown, or whose answer a transfer has overtaken, shows no open stake', () => {
  const own = books(venue('41', 5_000), venue('6', 3_000), venue('2', 800))
  const told = new Map([
    answer(venue('41', 0, { stale: true }), 5_000),
    // The books had another balance when this venue answered.
    answer(venue('6', 1_000), 2_000),
  ])
  expect(open(own, told, false)).toEqual([0])
  expect(open(own, undefined, false)).toEqual([0])
  expect(open(own, new Map([answer(venue('41', 4_000), 5_000)]), true)).toEqual([0])
  expect(openStakes(undefined)).toEqual({ venues: [], fen: 0 })
})
