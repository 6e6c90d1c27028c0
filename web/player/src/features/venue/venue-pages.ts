import { boot } from '@shared/boot'
import { type LaunchLink, paths } from '../../paths'
import type { Category } from '../../ui/art/category-icon'
import type { VenueKey } from './text/venues.zh-cn'

/** A documented game page: where it is, its place among the tabs, and what it launches. */
export interface VenuePage {
  key: VenueKey
  category: Category
  path: string
  /** From 1; 0 has no tab of its own (GAME-01, GAME-05). */
  tab: number
  venue: string
  launch: LaunchLink
}

const page = (
  category: Category,
  key: VenueKey,
  path: string,
  tab: number,
  venue: string,
  launch: LaunchLink['launch'],
  platformId: string,
  gameId: string,
  mode: string,
  language = '',
): VenuePage => ({ key, category, path, tab, venue, launch: { launch, platformId, gameId, mode, language } })

/** Every game page in the documented order of the tabs; the launches of the board games are GAME-06's. */
export const venuePages: VenuePage[] = [
  page('sport', 'sportBti', paths.sportBti, 0, 'bti', 'gamePlatformLaunch', '15', '0', '1'),
  page('sport', 'sport05', paths.sport05, 1, 'saba', 'gamePlatformLaunch', '5', '0', '1'),
  page('sport', 'sport01', paths.sport01, 2, 'pin', 'gamePlatformLaunch', '6', '0', '1'),
  page('sport', 'sportIm', paths.sportIm, 3, 'im', 'gamePlatformLaunch', '12', '0', '1'),
  page('sport', 'sport04', paths.sport04, 4, 'bbin', 'gamePlatformLaunch', '3', 'ball', '1'),
  page('sport', 'sport03', paths.sport03, 5, 'fb', 'gamePlatformLaunch', '14', '0', '1'),
  page('sport', 'sport02', paths.sport02, 0, 'kys', 'gamePlatformLaunch', '16', '7470', '1'),
  page('sport', 'xiaojin', paths.xiaojin, 0, 'xj', 'gamePlatformLaunch', '17', '0', '1'),
  page('live', 'live03', paths.live03, 1, 'wm', 'gamePlatformLaunch', '21', '0', '1'),
  page('live', 'live01', paths.live01, 2, 'ag', 'gamePlatformLaunch', '2', '0', '1'),
  page('live', 'live02', paths.live02, 3, 'bbin', 'gamePlatformLaunch', '3', 'live', '1'),
  page('fish', 'fish', paths.fish, 1, 'ag', 'fisherGamePlatformLaunch', '2', '', '1'),
  page('slot', 'slot47', `${paths.slots}/47`, 1, 's47', 'gamePlatformLaunch', '47', '', '1'),
  page('slot', 'slot8', `${paths.slots}/8`, 2, 's8', 'gamePlatformLaunch', '8', '', '1'),
  page('esport', 'esport', paths.esports, 1, 'avia', 'gamePlatformLaunch', '41', '0', '1'),
  page('lottery', 'lottery02', paths.lottery02, 1, 'bbin', 'gamePlatformLaunch', '3', 'Ltlottery', '1'),
  page('lottery', 'lottery00', paths.lottery00, 2, 'tcg', 'gamePlatformLaunch', '51', '0', '1'),
  page('lottery', 'lottery01', paths.lottery01, 3, 'vr', 'gamePlatformLaunch', '52', '0', '1'),
  page('board', 'board03', paths.board03, 1, 'b45', 'gamePlatformLaunch_new', '45', '0', '0', '1'),
  page('board', 'board01', paths.board01, 2, 'ky', 'gamePlatformLaunch', '26', 'ky', '1'),
  page('board', 'board02', paths.board02, 3, 'leg', 'gamePlatformLaunch', '31', '0', '1'),
  page('board', 'board05', paths.board05, 4, 'b36', 'gamePlatformLaunch_new', '36', '0', '0', '1'),
  page('board', 'board04', paths.board04, 0, 'b37', 'gamePlatformLaunch_new', '37', '0', '0', '1'),
]

/** The kinds of games in the order of the menu. */
export const categories: Category[] = ['sport', 'live', 'fish', 'slot', 'esport', 'lottery', 'board']

export const pagesOf = (category: Category) => venuePages.filter((page) => page.category === category)

/** The tabs of a page: /Sport_bti comes first on the page that shows it (GAME-01). */
export const tabsOf = (page: VenuePage) =>
  pagesOf(page.category).filter((other) => other.tab > 0 || (other.key === 'sportBti' && page.key === 'sportBti'))

/** The page at /Boardgame_04 has no tab of its own and highlights the second (GAME-05). */
export const highlightedTab = (page: VenuePage): VenueKey =>
  page.key === 'board04' ? (tabsOf(page)[1]?.key ?? page.key) : page.key

/** Several pages lead into one venue: they have names of their own, and must say whose wallet they play from (D-18). */
export const sharesVenue = (page: VenuePage) =>
  venuePages.some((other) => other.key !== page.key && other.venue === page.venue)

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '')

export const venuePageAt = (pathname: string) => venuePages.find((page) => plain(page.path) === plain(pathname))

/** A game is entered from its own page; fishing and slots pick one in their lobby first. */
export const launchesAtOnce = (page: VenuePage) => page.category !== 'fish' && page.category !== 'slot'

/** Pages in turn from every kind: the first tab of each, then the second of each, and last those without a tab. */
export const inTurn = (pages: VenuePage[]) => pages.toSorted((a, b) => (a.tab || Infinity) - (b.tab || Infinity))

/** A venue without a contract, or one that the operator closed. Maintenance has an end and counts as open here. */
export const isShut = (state: string | undefined) => state === 'absent' || state === 'closed'

/**
 * Documented tabs keep their order, but those of venues that are not open come last (H-493). The order is that of the
 * moment when the page was written: a tab does not move while the player reaches for it.
 */
export const openFirst = (pages: VenuePage[]) => {
  const shut = (page: VenuePage) => Number(isShut(boot.venues[page.launch.platformId]))
  return pages.toSorted((a, b) => shut(a) - shut(b))
}

/** Where a kind of game is entered: the first of its pages that is open, else the first of all. */
export function entryOf(category: Category, isOpen: (page: VenuePage) => boolean): string {
  if (category === 'slot') return paths.slots
  const tabs = pagesOf(category).filter((page) => page.tab > 0)
  return (tabs.find(isOpen) ?? tabs[0])?.path ?? paths.home
}

/** The picture of a venue, with its emblem on the right and room for words on the left. */
export const venueArt = (key: VenueKey) => `/art/venue-${key.toLowerCase()}.svg`
