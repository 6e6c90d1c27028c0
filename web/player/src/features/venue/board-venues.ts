import type { VenueWallet } from '@shared/api/queries'
import { type LaunchLink, paths } from '../../paths'

export interface BoardVenue {
  key: 'board01' | 'board02' | 'board03' | 'board04' | 'board05'
  path: string
  launch: LaunchLink
  /** Whether the house has a contract with it; until then the page offers no launch. */
  contracted: boolean
}

/** The board-game pages and what each launches, as documented (GAME-06). */
export const boardVenues: BoardVenue[] = [
  {
    key: 'board01',
    path: paths.board01,
    launch: { launch: 'gamePlatformLaunch', platformId: '26', gameId: 'ky', mode: '1' },
    contracted: true,
  },
  {
    key: 'board02',
    path: paths.board02,
    launch: { launch: 'gamePlatformLaunch', platformId: '31', gameId: '0', mode: '1' },
    contracted: true,
  },
  ...(
    [
      ['board03', paths.board03, '45'],
      ['board04', paths.board04, '37'],
      ['board05', paths.board05, '36'],
    ] as const
  ).map(([key, path, platformId]) => ({
    key,
    path,
    launch: { launch: 'gamePlatformLaunch_new' as const, platformId, gameId: '0', mode: '0', language: '1' },
    contracted: false,
  })),
]

/** The four tabs in the documented order (GAME-05). */
export const boardTabs = ['board03', 'board01', 'board02', 'board05'] as const

/** What a player finds at a venue now. The wallets know best; a visitor has none and sees what is contracted. */
export function stateOf(venue: BoardVenue, wallets: VenueWallet[] | undefined): VenueWallet['state'] {
  if (!wallets) return venue.contracted ? 'open' : 'closed'
  return wallets.find((wallet) => wallet.code === venue.launch.platformId)?.state ?? 'closed'
}

export const boardVenueAt = (pathname: string): BoardVenue | undefined =>
  boardVenues.find((venue) => venue.path.toLowerCase() === pathname.toLowerCase())

/** The page at /Boardgame_04 has no tab of its own and highlights the second. */
export const highlightedTab = (venue: BoardVenue) => (venue.key === 'board04' ? boardTabs[1] : venue.key)
