import { paths } from '../paths'
import type { Category } from '../ui/art/category-icon'

export interface MenuItem {
  key: 'home' | Category | 'promo' | 'fund' | 'app' | 'vip' | 'support'
  path: string
  /** Whose venues slide down below the item; only the seven kinds of games have a panel (NAV-04). */
  panel?: Category
}

const games = (key: Category, path: string): MenuItem => ({ key, path, panel: key })

/** The top menu, 13 items in the documented order (NAV-03). A place in this list is the menu's index. */
export const menu: MenuItem[] = [
  { key: 'home', path: paths.home },
  games('sport', paths.sport05),
  games('live', paths.live03),
  games('fish', paths.fish),
  games('slot', paths.slots),
  games('esport', paths.esports),
  games('lottery', paths.lottery02),
  games('board', paths.board01),
  { key: 'promo', path: paths.activity },
  { key: 'fund', path: paths.fund },
  { key: 'app', path: paths.appDownload },
  { key: 'vip', path: paths.vip },
  // No page of ours: the click opens the operator's support (NAV-09). The address is the link's target
  // without it.
  { key: 'support', path: paths.toolsContact },
]

/** The pages of an item, by the item's index. The bonus page belongs to none (NAV-04). */
const pages: Record<number, RegExp> = {
  0: /^\/$/,
  1: /^\/(sport_\w+|xiaojin)$/,
  2: /^\/reale_\d+$/,
  3: /^\/fish$/,
  4: /^\/egame(\/.*)?$/,
  5: /^\/esports$/,
  6: /^\/lottery_\d+$/,
  7: /^\/boardgame_\d+$/,
  8: /^\/activity(\/.*)?$/,
  10: /^\/(appdownload|downapp)$/,
  11: /^\/vip$/,
}

/** The menu's index of a page: 7 on the board-game pages, -1 on the bonus page and wherever the menu has no item. */
export function activeIndex(pathname: string): number {
  const at = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  return menu.findIndex((_, index) => pages[index]?.test(at))
}
