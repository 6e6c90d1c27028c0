import { type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { devRoutes } from './dev-pages'
import { NotFoundPage } from './pages'
import { paths } from './paths'
import { DesktopLayout } from './shell/desktop-layout'
import { lazyPart } from './shell/lazy-part'
import { PageLoading } from './shell/page-loading'
import { PageTitle } from './shell/page-title'
import { RequireLogin } from './shell/require-login'
import { SiteFrame } from './shell/site-frame'
import { useShellText } from './shell/use-shell-text'
import { type SitePage, siteMap } from './site-map'

const AccountLayout = lazyPart(() => import('./shell/account-layout'))

/** The desktop: every page under the bars, account pages beside their menu. */
export function Site() {
  return (
    <SiteFrame>
      <Routes>
        {routesOf('alone')}
        <Route element={<Framed />}>
          {routesOf(undefined)}
          {routesOf('member')}
          <Route element={<Account />}>{routesOf('account')}</Route>
          {/* The phone's own page: who sends its address to a desk means the account. */}
          <Route path={paths.mine} element={<Navigate to={paths.profile} replace />} />
          {devRoutes}
          <Route
            path="*"
            element={
              <>
                <Titled title={(text) => text.notFoundTitle} />
                <NotFoundPage />
              </>
            }
          />
        </Route>
      </Routes>
    </SiteFrame>
  )
}

const routesOf = (place: SitePage['place']) =>
  siteMap
    .filter((entry) => entry.place === place)
    .map(({ path, page, title }) => (
      <Route
        key={path}
        path={path}
        element={
          <>
            <Titled title={title} />
            {placed(page, place)}
          </>
        }
      />
    ))

function Titled({ title }: Pick<SitePage, 'title'>) {
  const text = useShellText()
  return <PageTitle title={title?.(text)} />
}

function placed(page: ReactNode, place: SitePage['place']) {
  if (place === 'alone') return <Suspense fallback={<PageLoading />}>{page}</Suspense>
  return place === 'member' ? <RequireLogin>{page}</RequireLogin> : page
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
