import type { ReactNode } from 'react'
import type { Badges, Permission } from '../api/wire'
import {
  ApiOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  CheckCircleOutlined,
  CloudSyncOutlined,
  CommentOutlined,
  CrownOutlined,
  DashboardOutlined,
  DollarOutlined,
  ExceptionOutlined,
  FileTextOutlined,
  GiftOutlined,
  LockOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  ProfileOutlined,
  RedEnvelopeOutlined,
  SafetyCertificateOutlined,
  SolutionOutlined,
  SwapOutlined,
  TeamOutlined,
  TrophyOutlined,
  UserOutlined,
  WalletOutlined,
} from '../kit'
import { paths } from '../paths'
import { text } from '../text/zh-cn'

export interface MenuEntry {
  path: string
  name: string
  icon?: ReactNode
  /** Who may see it; the server guards every call behind it all the same. */
  permission: Permission
  /** The entry stands below this one, which is no page itself. */
  group?: string
  /** How much waits there, of what the server counted. */
  count?: (badges: Badges) => number
}

const entries: MenuEntry[] = [
  { path: paths.home, name: text.menu.dashboard, icon: <DashboardOutlined />, permission: 'dashboard.view' },
  { path: paths.earnings, name: text.menu.earnings, icon: <BarChartOutlined />, permission: 'earning.view' },
  {
    path: paths.deposits,
    name: text.menu.deposits,
    icon: <MoneyCollectOutlined />,
    permission: 'deposit.view',
    count: (badges) => badges.depositsClaimed + badges.depositsReview,
  },
  {
    path: paths.withdrawals,
    name: text.menu.withdrawals,
    icon: <BankOutlined />,
    permission: 'withdrawal.view',
    count: (badges) => badges.withdrawalsWaiting + badges.withdrawalsMine + badges.withdrawalsToPay,
  },
  { path: paths.bank, name: text.menu.bank, icon: <BankOutlined />, permission: 'bank.view' },
  {
    path: paths.approvals,
    name: text.menu.approvals,
    icon: <SolutionOutlined />,
    permission: 'approval.view',
    count: (badges) => badges.approvals,
  },
  {
    path: paths.cases,
    name: text.menu.cases,
    icon: <ExceptionOutlined />,
    permission: 'case.view',
    count: (badges) => badges.cases,
  },
  {
    path: paths.tickets,
    name: text.menu.tickets,
    icon: <CommentOutlined />,
    permission: 'ticket.view',
    count: (badges) => badges.tickets,
  },
  { path: paths.players, name: text.menu.players, icon: <UserOutlined />, permission: 'player.view' },
  {
    path: paths.transfers,
    name: text.menu.transfers,
    icon: <SwapOutlined />,
    permission: 'transfer.view',
    count: (badges) => badges.transfersStuck,
  },
  { path: paths.fund, name: text.menu.fund, icon: <GiftOutlined />, permission: 'fund.view' },
  {
    path: paths.vip,
    name: text.menu.vip,
    icon: <CrownOutlined />,
    permission: 'vip.view',
    count: (badges) => badges.vipWithheld,
  },
  { path: paths.promo, name: text.menu.promoRules, icon: <TrophyOutlined />, permission: 'promo.view' },
  {
    path: paths.promoAwards,
    name: text.menu.promoAwards,
    icon: <RedEnvelopeOutlined />,
    permission: 'promo.view',
    count: (badges) => badges.promoWithheld,
  },
  { path: paths.payments, name: text.menu.payments, icon: <WalletOutlined />, permission: 'payment.view' },
  { path: paths.opening, name: text.menu.opening, icon: <CheckCircleOutlined />, permission: 'payment.view' },
  { path: paths.coins, name: text.menu.coins, icon: <DollarOutlined />, permission: 'coin.view' },
  { path: paths.books, name: text.menu.books, icon: <SafetyCertificateOutlined />, permission: 'books.view' },
  {
    path: paths.reconcile,
    name: text.menu.reconcile,
    icon: <CheckCircleOutlined />,
    permission: 'recon.view',
    count: (badges) => badges.findings,
  },
  {
    path: paths.gate,
    name: text.menu.gate,
    icon: <LockOutlined />,
    permission: 'gate.view',
    count: (badges) => badges.gateClosed,
  },
  { path: paths.venues, name: text.menu.venues, icon: <ApiOutlined />, permission: 'venue.view' },
  { path: paths.bets, name: text.menu.bets, icon: <ProfileOutlined />, permission: 'feed.view' },
  {
    path: paths.feed,
    name: text.menu.feed,
    icon: <CloudSyncOutlined />,
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
  ].map((entry) => ({ ...entry, permission: 'content.view' as const, group: paths.content })),
  { path: paths.staff, name: text.menu.staff, icon: <TeamOutlined />, permission: 'staff.view' },
  { path: paths.alarms, name: text.menu.alarms, icon: <NotificationOutlined />, permission: 'alarm.view' },
  { path: paths.audit, name: text.menu.audit, icon: <AuditOutlined />, permission: 'audit.view' },
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
    let heading = tree.find((item) => item.path === group)
    if (!heading) {
      heading = { path: group, name: text.menu.content, icon: <FileTextOutlined />, routes: [] }
      tree.push(heading)
    }
    heading.routes?.push({ path, name })
  }
  return tree
}
