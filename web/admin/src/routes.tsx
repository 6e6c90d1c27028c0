import { type ComponentType, lazy, type ReactElement, Suspense } from 'react'
import { Link, Navigate, Route, Routes } from 'react-router'
import type { Permission } from './api/wire'
import { StepUp } from './features/account/step-up'
import { EndOfSession, RequireSession, useSession } from './features/session/session'
import { Button, Result, Spin } from './kit'
import { paths } from './paths'
import { startFor } from './shell/menu'
import { text } from './text/zh-cn'

const EnrolPage = lazy(() => import('./features/account/enrol-page'))
const ProfilePage = lazy(() => import('./features/account/profile-page'))
const LoginPage = lazy(() => import('./features/session/login-page'))
const Shell = lazy(() => import('./shell/shell'))

/** Every page behind the login, with the permission that it needs. The dashboard and the profile need none. */
export const pages: [path: string, permission: Permission, page: ComponentType][] = [
  [paths.earnings, 'earning.view', lazy(() => import('./features/earning/earnings-page'))],
  [paths.deposits, 'deposit.view', lazy(() => import('./features/deposit/deposits-page'))],
  [paths.withdrawals, 'withdrawal.view', lazy(() => import('./features/withdrawal/withdrawals-page'))],
  [paths.bank, 'bank.view', lazy(() => import('./features/bank/bank-page'))],
  [paths.players, 'player.view', lazy(() => import('./features/player/players-page'))],
  [paths.playerPattern, 'player.view', lazy(() => import('./features/player/player-page'))],
  [paths.transfers, 'transfer.view', lazy(() => import('./features/transfer/transfers-page'))],
  [paths.cases, 'case.view', lazy(() => import('./features/case/cases-page'))],
  [paths.forfeits, 'case.view', lazy(() => import('./features/case/forfeits-page'))],
  [paths.tickets, 'ticket.view', lazy(() => import('./features/ticket/tickets-page'))],
  [paths.approvals, 'approval.view', lazy(() => import('./features/approval/approvals-page'))],
  [paths.fund, 'fund.view', lazy(() => import('./features/fund/fund-page'))],
  [paths.vip, 'vip.view', lazy(() => import('./features/vip/vip-page'))],
  [paths.promo, 'promo.view', lazy(() => import('./features/promo/rules-page'))],
  [paths.promoAwards, 'promo.view', lazy(() => import('./features/promo/awards-page'))],
  [paths.payments, 'payment.view', lazy(() => import('./features/setting/payments-page'))],
  [paths.site, 'payment.view', lazy(() => import('./features/setting/site-page'))],
  [paths.opening, 'payment.view', lazy(() => import('./features/opening/opening-page'))],
  [paths.coins, 'coin.view', lazy(() => import('./features/coin/coin-page'))],
  [paths.books, 'books.view', lazy(() => import('./features/books/books-page'))],
  [paths.reconcile, 'recon.view', lazy(() => import('./features/reconcile/reconcile-page'))],
  [paths.gate, 'gate.view', lazy(() => import('./features/gate/gate-page'))],
  [paths.venues, 'venue.view', lazy(() => import('./features/venue/venues-page'))],
  [paths.bets, 'feed.view', lazy(() => import('./features/bet/bets-page'))],
  [paths.feed, 'feed.view', lazy(() => import('./features/feed/feed-page'))],
  [paths.staff, 'staff.view', lazy(() => import('./features/staff/staff-page'))],
  [paths.roles, 'staff.view', lazy(() => import('./features/staff/roles-page'))],
  [paths.networks, 'staff.view', lazy(() => import('./features/staff/networks-page'))],
  [paths.announcements, 'content.view', lazy(() => import('./features/content/announcements-page'))],
  [paths.ticker, 'content.view', lazy(() => import('./features/content/ticker-page'))],
  [paths.articles, 'content.view', lazy(() => import('./features/content/articles-page'))],
  [paths.banners, 'content.view', lazy(() => import('./features/content/banners-page'))],
  [paths.promotions, 'content.view', lazy(() => import('./features/content/promotions-page'))],
  [paths.apps, 'content.view', lazy(() => import('./features/content/apps-page'))],
  [paths.maintenance, 'content.view', lazy(() => import('./features/content/maintenance-page'))],
  [paths.house, 'content.view', lazy(() => import('./features/content/house-page'))],
  [paths.frames, 'content.view', lazy(() => import('./features/content/frames-page'))],
  [paths.games, 'content.view', lazy(() => import('./features/game/games-page'))],
  [paths.alarms, 'alarm.view', lazy(() => import('./features/alarm/alarms-page'))],
  [paths.audit, 'audit.view', lazy(() => import('./features/audit/audit-page'))],
]
const DashboardPage = lazy(() => import('./features/dashboard/dashboard-page'))

/** AppRoutes is the map of the back office: every page with the permission it needs. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Spin fullscreen />}>
      <EndOfSession />
      <StepUp />
      <Routes>
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.enrolPattern} element={<EnrolPage />} />
        <Route
          element={
            <RequireSession>
              <Shell />
            </RequireSession>
          }
        >
          <Route path={paths.home} element={<Home />} />
          <Route path={paths.profile} element={<ProfilePage />} />
          {pages.map(([path, permission, Page]) => (
            <Route
              key={path}
              path={path}
              element={
                <Allowed permission={permission}>
                  <Page />
                </Allowed>
              }
            />
          ))}
          <Route path="*" element={<Notice status="404" title={text.error.notFound} />} />
        </Route>
      </Routes>
    </Suspense>
  )
}

/** Home is the dashboard for those who may see it, and the first page of the menu for everybody else. */
function Home() {
  const { me } = useSession()
  const start = startFor(me.permissions)
  if (start === paths.home) return <DashboardPage />
  return start ? <Navigate replace to={start} /> : <Notice status="403" title={text.error.noPermission} />
}

function Allowed({ permission, children }: { permission: Permission; children: ReactElement }) {
  return useSession().may(permission) ? children : <Notice status="403" title={text.error.noPermission} />
}

function Notice({ status, title }: { status: '403' | '404'; title: string }) {
  return (
    <Result
      status={status}
      title={title}
      extra={
        <Link to={paths.home}>
          <Button>{text.error.home}</Button>
        </Link>
      }
    />
  )
}
