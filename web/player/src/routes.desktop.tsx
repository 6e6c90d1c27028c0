import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import * as pages from './pages'
import { paths } from './paths'
import { DesktopLayout } from './shell/desktop-layout'
import { PageLoading } from './shell/page-loading'
import { RequireLogin } from './shell/require-login'
import { SiteFrame } from './shell/site-frame'
import { soonRoutes } from './shell/soon-routes'
import { useShellText } from './shell/use-shell-text'

const AccountLayout = lazy(() => import('./shell/account-layout'))

/** The desktop's site map. */
export function Site() {
  const text = useShellText()
  return (
    <SiteFrame>
      <Routes>
        <Route path={paths.goto} element={<Alone page={<pages.GotoPage />} />} />
        <Route path={paths.frame} element={<Alone page={<pages.FramePage />} />} />
        <Route element={<Framed />}>
          <Route path={paths.home} element={<pages.HomePage />} />
          <Route path={paths.login} element={<pages.LoginPage />} />
          <Route path={paths.register} element={<pages.RegisterPage />} />
          <Route path={paths.forget} element={<pages.ForgetPage />} />
          <Route path={paths.board01} element={<pages.BoardPage />} />
          <Route path={paths.board02} element={<pages.BoardPage />} />
          <Route path={paths.board03} element={<pages.BoardPage />} />
          <Route path={paths.board04} element={<pages.BoardPage />} />
          <Route path={paths.board05} element={<pages.BoardPage />} />
          <Route path={paths.toolsAccount} element={<pages.ToolsPage />} />
          <Route path={paths.toolsGambling} element={<pages.ToolsPage />} />
          <Route path={paths.toolsPrivacy} element={<pages.ToolsPage />} />
          <Route path={paths.toolsRules} element={<pages.ToolsPage />} />
          <Route path={paths.toolsContact} element={<pages.ToolsPage />} />
          <Route path={paths.agent} element={<pages.ToolsPage />} />
          <Route path={paths.maintain} element={<pages.MaintainPage />} />
          <Route element={<Account />}>
            <Route path={paths.deposit} element={<pages.DepositPage />} />
            <Route path={paths.withdrawal} element={<pages.WithdrawalPage />} />
            <Route path={paths.transfer} element={<pages.TransferPage />} />
            <Route path={paths.cashLog} element={<pages.CashLogPage />} />
            <Route path={paths.betRecord} element={<pages.BetDaysPage />} />
            <Route path={paths.betRecordPlatform} element={<pages.BetVenuesPage />} />
            <Route path={paths.betRecordDetail} element={<pages.BetLinesPage />} />
            <Route path={paths.bankCard} element={<pages.BankCardPage />} />
            <Route path={paths.baseInfo} element={<pages.BaseInfoPage />} />
          </Route>
          {soonRoutes.map(({ path, name, category, login }) => {
            const page = <pages.SoonPage name={text.pages[name]} category={category} />
            return <Route key={path} path={path} element={login ? <RequireLogin>{page}</RequireLogin> : page} />
          })}
          <Route path="*" element={<pages.NotFoundPage />} />
        </Route>
      </Routes>
    </SiteFrame>
  )
}

function Framed() {
  return (
    <DesktopLayout>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </DesktopLayout>
  )
}

function Account() {
  return (
    <RequireLogin>
      <AccountLayout>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </AccountLayout>
    </RequireLogin>
  )
}

function Alone({ page }: { page: ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{page}</Suspense>
}
