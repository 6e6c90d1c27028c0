import { paths } from '../paths'
import type { Category } from '../ui/art/category-icon'

export interface PanelLink {
  name: string
  path: string
}

export interface MenuItem {
  key: 'home' | Category | 'promo' | 'fund' | 'app' | 'vip' | 'support'
  path: string
  /** The venues of the slide-down panel; only the seven kinds of games have one (NAV-04). */
  panel?: PanelLink[]
}

/** The top menu, 13 items in the documented order (NAV-03). A place in this list is the menu's index. */
export const menu: MenuItem[] = [
  { key: 'home', path: paths.home },
  {
    key: 'sport',
    path: paths.sport05,
    panel: [
      { name: 'sport05', path: paths.sport05 },
      { name: 'sport01', path: paths.sport01 },
      { name: 'sportIm', path: paths.sportIm },
      { name: 'sport04', path: paths.sport04 },
      { name: 'sport03', path: paths.sport03 },
    ],
  },
  {
    key: 'live',
    path: paths.live03,
    panel: [
      { name: 'live03', path: paths.live03 },
      { name: 'live01', path: paths.live01 },
      { name: 'live02', path: paths.live02 },
    ],
  },
  { key: 'fish', path: paths.fish, panel: [{ name: 'fish', path: paths.fish }] },
  {
    key: 'slot',
    path: paths.slots,
    panel: [
      { name: 'slot47', path: `${paths.slots}/47` },
      { name: 'slot8', path: `${paths.slots}/8` },
    ],
  },
  { key: 'esport', path: paths.esports, panel: [{ name: 'esport', path: paths.esports }] },
  {
    key: 'lottery',
    path: paths.lottery02,
    panel: [
      { name: 'lottery02', path: paths.lottery02 },
      { name: 'lottery00', path: paths.lottery00 },
      { name: 'lottery01', path: paths.lottery01 },
    ],
  },
  {
    key: 'board',
    path: paths.board01,
    panel: [
      { name: 'board03', path: paths.board03 },
      { name: 'board01', path: paths.board01 },
      { name: 'board02', path: paths.board02 },
      { name: 'board05', path: paths.board05 },
    ],
  },
  { key: 'promo', path: paths.activity },
  { key: 'fund', path: paths.fund },
  { key: 'app', path: paths.appDownload },
  { key: 'vip', path: paths.vip },
  // Not a page of ours: the click opens the operator's support (NAV-09). The address is where the link leads without it.
  { key: 'support', path: paths.toolsContact },
]

const boardPages = /^\/boardgame_0[1-5]$/i

/** The menu's index of a page: 7 on the board-game pages, -1 on the bonus page and wherever the menu has no item. */
export function activeIndex(pathname: string): number {
  if (boardPages.test(pathname)) return 7
  if (pathname.toLowerCase() === paths.fund.toLowerCase()) return -1
  const at = pathname.toLowerCase()
  return menu.findIndex(
    (item) =>
      item.key !== 'support' &&
      (item.path.toLowerCase() === at ||
        item.panel?.some((link) => link.path.toLowerCase() === at || at.startsWith(`${link.path.toLowerCase()}/`))),
  )
}
