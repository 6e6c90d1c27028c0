import type { ReactNode } from 'react'
import type { Badges, Permission } from '../api/wire'
import {
  ApiOutlined,
  BarChartOutlined,
  DashboardOutlined,
  FileTextOutlined,
  GiftOutlined,
  MoneyCollectOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
  UserOutlined,
} from '../kit'
import { paths } from '../paths'
import { text } from '../text/zh-cn'

/** The headings of the menu, in the order of the screen. */
export const menuGroups = ['money', 'people', 'offers', 'books', 'play', 'content', 'system'] as const
export type MenuGroup = (typeof menuGroups)[number]

const groupIcons: Record<MenuGroup, ReactNode> = {
  money: <MoneyCollectOutlined />,
  people: <UserOutlined />,
  offers: <GiftOutlined />,
  books: <SafetyCertificateOutlined />,
  play: <ApiOutlined />,
  content: <FileTextOutlined />,
  system: <TeamOutlined />,
}

/** groupPath is under which name the menu keeps a heading; no page has it. */
export const groupPath = (group: MenuGroup) => `/menu/${group}`

export interface MenuEntry {
  path: string
  name: string
  /** Of an entry without a heading. */
  icon?: ReactNode
  /** Who may see it; the server guards every call behind it all the same. */
  permission: Permission
  /** The entry stands below a heading, which is no page itself. */
  group?: MenuGroup
  /** How much waits there, of what the server counted. */
  count?: (badges: Badges) => number
}

const entries: MenuEntry[] = [
  { path: paths.home, name: text.menu.dashboard, icon: <DashboardOutlined />, permission: 'dashboard.view' },
  { path: paths.earnings, name: text.menu.earnings, icon: <BarChartOutlined />, permission: 'earning.view' },
  {
    path: paths.deposits,
    name: text.menu.deposits,
    group: 'money',
    permission: 'deposit.view',
    count: (badges) => badges.depositsClaimed + badges.depositsReview,
  },
  {
    path: paths.withdrawals,
    name: text.menu.withdrawals,
    group: 'money',
    permission: 'withdrawal.view',
    count: (badges) => badges.withdrawalsWaiting + badges.withdrawalsMine + badges.withdrawalsToPay,
  },
  { path: paths.bank, name: text.menu.bank, group: 'money', permission: 'bank.view' },
  {
    path: paths.approvals,
    name: text.menu.approvals,
    group: 'money',
    permission: 'approval.view',
    count: (badges) => badges.approvals,
  },
  {
    path: paths.cases,
    name: text.menu.cases,
    group: 'money',
    permission: 'case.view',
    count: (badges) => badges.cases,
  },
  {
    path: paths.tickets,
    name: text.menu.tickets,
    group: 'people',
    permission: 'ticket.view',
    count: (badges) => badges.tickets,
  },
  { path: paths.players, name: text.menu.players, permission: 'player.view', group: 'people' },
  {
    path: paths.transfers,
    name: text.menu.transfers,
    group: 'money',
    permission: 'transfer.view',
    count: (badges) => badges.transfersStuck,
  },
  { path: paths.fund, name: text.menu.fund, permission: 'fund.view', group: 'offers' },
  {
    path: paths.vip,
    name: text.menu.vip,
    group: 'offers',
    permission: 'vip.view',
    count: (badges) => badges.vipWithheld,
  },
  { path: paths.promo, name: text.menu.promoRules, permission: 'promo.view', group: 'offers' },
  {
    path: paths.promoAwards,
    name: text.menu.promoAwards,
    group: 'offers',
    permission: 'promo.view',
    count: (badges) => badges.promoWithheld,
  },
  { path: paths.payments, name: text.menu.payments, permission: 'payment.view', group: 'money' },
  { path: paths.site, name: text.menu.site, permission: 'payment.view', group: 'system' },
  { path: paths.opening, name: text.menu.opening, permission: 'payment.view', group: 'money' },
  { path: paths.coins, name: text.menu.coins, permission: 'coin.view', group: 'money' },
  { path: paths.books, name: text.menu.books, permission: 'books.view', group: 'books' },
  {
    path: paths.reconcile,
    name: text.menu.reconcile,
    group: 'books',
    permission: 'recon.view',
    count: (badges) => badges.findings,
  },
  {
    path: paths.gate,
    name: text.menu.gate,
    group: 'books',
    permission: 'gate.view',
    count: (badges) => badges.gateClosed,
  },
  { path: paths.venues, name: text.menu.venues, permission: 'venue.view', group: 'play' },
  { path: paths.bets, name: text.menu.bets, permission: 'feed.view', group: 'play' },
  {
    path: paths.feed,
    name: text.menu.feed,
    group: 'play',
    permission: 'feed.view',
    count: (badges) => badges.feedGaps,
  },
  ...[
    { path: paths.announcements, name: text.menu.announcements },
    { path: paths.ticker, name: text.menu.ticker },
    { path: paths.articles, name: text.menu.articles },
    { path: paths.banners, name: text.menu.banners },
    { path: paths.promotions, name: text.menu.promotions },
    { path: paths.games, name: text.menu.games },
    { path: paths.apps, name: text.menu.apps },
    { path: paths.maintenance, name: text.menu.maintenance },
    { path: paths.house, name: text.menu.house },
    { path: paths.frames, name: text.menu.frames },
  ].map((entry) => ({ ...entry, permission: 'content.view' as const, group: 'content' as const })),
  { path: paths.staff, name: text.menu.staff, permission: 'staff.view', group: 'system' },
  { path: paths.alarms, name: text.menu.alarms, permission: 'alarm.view', group: 'system' },
  { path: paths.audit, name: text.menu.audit, permission: 'audit.view', group: 'system' },
]

/** menuFor is the menu of a person with these permissions, in the order of the screen. */
export function menuFor(permissions: readonly Permission[]): MenuEntry[] {
  return entries.filter((entry) => permissions.includes(entry.permission))
}

/** startFor is the page a person begins on: the first of their menu. */
export function startFor(permissions: readonly Permission[]): string | undefined {
  return menuFor(permissions)[0]?.path
}

interface MenuItem {
  path: string
  name: string
  icon?: ReactNode
  routes?: MenuItem[]
}

/** menuTree puts the entries of a group below its heading, where the first of them stands. */
export function menuTree(menu: readonly MenuEntry[]): MenuItem[] {
  const tree: MenuItem[] = []
  for (const { path, name, icon, group } of menu) {
    if (group === undefined) {
      tree.push({ path, name, icon })
      continue
    }
    let heading = tree.find((item) => item.path === groupPath(group))
    if (!heading) {
      heading = { path: groupPath(group), name: text.menu.groups[group], icon: groupIcons[group], routes: [] }
      tree.push(heading)
    }
    heading.routes?.push({ path, name })
  }
  return tree
}
