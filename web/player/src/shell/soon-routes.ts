import { paths } from '../paths'
import type { Category } from '../ui/art/category-icon'
import type { ShellText } from './text/zh-cn'

interface SoonRoute {
  path: string
  name: keyof ShellText['pages']
  category?: Category
  /** Account areas that want a login even while they are not open. */
  login?: boolean
}

/** Documented pages that are not open yet: each answers at its address and says so (NAV-02). */
export const soonRoutes: SoonRoute[] = [
  { path: paths.downApp, name: 'downApp' },
  { path: paths.appDownload, name: 'downApp' },
  { path: paths.discount, name: 'discount', login: true },
  { path: paths.vip, name: 'vip', login: true },
  { path: paths.activity, name: 'activity' },
  { path: paths.activityItem, name: 'activity' },
  ...[
    paths.sport01,
    paths.sport02,
    paths.sport03,
    paths.sport04,
    paths.sport05,
    paths.sportIm,
    paths.sportBti,
    paths.xiaojin,
  ].map((path) => ({ path, name: 'sport' as const, category: 'sport' as const })),
  ...[paths.live01, paths.live02, paths.live03].map((path) => ({
    path,
    name: 'live' as const,
    category: 'live' as const,
  })),
  { path: paths.fish, name: 'fish', category: 'fish' },
  { path: paths.slots, name: 'slot', category: 'slot' },
  { path: paths.slotsOf, name: 'slot', category: 'slot' },
  { path: paths.esports, name: 'esport', category: 'esport' },
  ...[paths.lottery00, paths.lottery01, paths.lottery02].map((path) => ({
    path,
    name: 'lottery' as const,
    category: 'lottery' as const,
  })),
  { path: paths.fund, name: 'fund', login: true },
]
