import { type ComponentType, lazy } from 'react'
import type { Permission, Player } from '../../api/wire'
import { WalletsTab } from './wallets-tab'

export type TabKey =
  | 'wallets'
  | 'postings'
  | 'transfers'
  | 'deposits'
  | 'withdrawals'
  | 'bets'
  | 'turnover'
  | 'fund'
  | 'vip'
  | 'promo'
  | 'cards'
  | 'sessions'

type Tab = ComponentType<{ player: Player }>

/** tabContents is what each tab of a player's page shows; all but the first load when opened. */
export const tabContents: Record<TabKey, Tab> = {
  wallets: WalletsTab,
  postings: lazy(() => import('./postings-tab')),
  transfers: lazy(() => import('./transfers-tab')),
  deposits: lazy(() => import('./deposits-tab')),
  withdrawals: lazy(() => import('./withdrawals-tab')),
  bets: lazy(() => import('./bets-tab')),
  turnover: lazy(() => import('./turnover-tab')),
  fund: lazy(() => import('./fund-tab')),
  vip: lazy(() => import('./vip-tab')),
  promo: lazy(() => import('./promo-tab')),
  cards: lazy(() => import('./cards-tab')),
  sessions: lazy(() => import('./sessions-tab')),
}

/** tabsFor leaves out the tabs whose calls this person may not make. */
export function tabsFor(may: (permission: Permission) => boolean): TabKey[] {
  return (Object.keys(tabContents) as TabKey[]).filter(
    (key) =>
      (key !== 'deposits' || may('deposit.view')) &&
      (key !== 'withdrawals' || may('withdrawal.view')) &&
      (key !== 'vip' || may('vip.view')),
  )
}
