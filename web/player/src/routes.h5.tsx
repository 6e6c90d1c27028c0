import { type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import * as pages from './pages'
import { paths } from './paths'
import { H5Layout } from './shell/h5/h5-layout'
import { PageLoading } from './shell/page-loading'
import { RequireLogin } from './shell/require-login'
import { SiteFrame } from './shell/site-frame'
import { soonRoutes } from './shell/soon-routes'
import { useShellText } from './shell/use-shell-text'

/** The H5 site map: the same pages under a title bar and five tabs. */
export function Site() {
  const text = useShellText()
  const page = (element: ReactNode, title?: string) => (
    <H5Layout title={title} footer>
      <Suspense fallback={<PageLoading />}>{element}</Suspense>
    </H5Layout>
  )
  const account = (element: ReactNode, title: string) => (
    <RequireLogin>
      <H5Layout title={title} footer>
        <Suspense fallback={<PageLoading />}>
          <div className="p-4">{element}</div>
        </Suspense>
      </H5Layout>
    </RequireLogin>
  )
  const alone = (element: ReactNode) => <Suspense fallback={<PageLoading />}>{element}</Suspense>
  return (
    <SiteFrame>
      <Routes>
        <Route path={paths.goto} element={alone(<pages.GotoPage />)} />
        <Route path={paths.frame} element={alone(<pages.FramePage />)} />
        <Route path={paths.home} element={page(<pages.HomePage />)} />
        <Route path={paths.mine} element={page(<pages.MinePage />)} />
        <Route path={paths.login} element={page(<pages.LoginPage />, text.login)} />
        <Route path={paths.register} element={page(<pages.RegisterPage />, text.register)} />
        <Route path={paths.forget} element={page(<pages.ForgetPage />, text.toSupport)} />
        {[paths.board01, paths.board02, paths.board03, paths.board04, paths.board05].map((path) => (
          <Route key={path} path={path} element={page(<pages.BoardPage />, text.board)} />
        ))}
        <Route path={paths.toolsAccount} element={page(<pages.ToolsPage />, text.aboutAccount)} />
        <Route path={paths.toolsGambling} element={page(<pages.ToolsPage />, text.aboutGambling)} />
        <Route path={paths.toolsPrivacy} element={page(<pages.ToolsPage />, text.aboutPrivacy)} />
        <Route path={paths.toolsRules} element={page(<pages.ToolsPage />, text.aboutRules)} />
        <Route path={paths.toolsContact} element={page(<pages.ToolsPage />, text.aboutContact)} />
        <Route path={paths.agent} element={page(<pages.ToolsPage />, text.agent)} />
        <Route path={paths.maintain} element={page(<pages.MaintainPage />)} />
        <Route path={paths.deposit} element={account(<pages.DepositPage />, text.deposit)} />
        <Route path={paths.withdrawal} element={account(<pages.WithdrawalPage />, text.withdrawal)} />
        <Route path={paths.transfer} element={account(<pages.TransferPage />, text.transfer)} />
        <Route path={paths.cashLog} element={account(<pages.CashLogPage />, text.cashLog)} />
        <Route path={paths.betRecord} element={account(<pages.BetDaysPage />, text.betRecord)} />
        <Route path={paths.betRecordPlatform} element={account(<pages.BetVenuesPage />, text.betRecord)} />
        <Route path={paths.betRecordDetail} element={account(<pages.BetLinesPage />, text.betRecord)} />
        <Route path={paths.bankCard} element={account(<pages.BankCardPage />, text.bankCard)} />
        <Route path={paths.baseInfo} element={account(<pages.BaseInfoPage />, text.profile)} />
        {soonRoutes.map(({ path, name, category, login }) => {
          const soon = page(<pages.SoonPage name={text.pages[name]} category={category} />, text.pages[name])
          return <Route key={path} path={path} element={login ? <RequireLogin>{soon}</RequireLogin> : soon} />
        })}
        <Route path="*" element={page(<pages.NotFoundPage />, text.notFoundTitle)} />
      </Routes>
    </SiteFrame>
  )
}
