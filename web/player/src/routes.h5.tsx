import { type ReactNode, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { devRoutes } from './dev-pages'
import { MinePage, NotFoundPage } from './pages'
import { paths } from './paths'
import { AppPart } from './pwa/app-part'
import { listenForInstall } from './pwa/install'
import { H5Layout } from './shell/h5/h5-layout'
import { PageLoading } from './shell/page-loading'
import { PageTitle } from './shell/page-title'
import { RequireLogin } from './shell/require-login'
import { SiteFrame } from './shell/site-frame'
import { useShellText } from './shell/use-shell-text'
import { type SitePage, siteMap } from './site-map'

listenForInstall()

/** The phone: the same pages under a title bar and over five tabs, and the fifth tab's own page. */
export function Site() {
  const text = useShellText()
  return (
    <SiteFrame>
      <Routes>
        {siteMap.map(({ path, page, title, place }) => (
          <Route key={path} path={path} element={<Placed page={page} title={title?.(text)} place={place} />} />
        ))}
        <Route path={paths.mine} element={<Placed page={<MinePage />} />} />
        <Route element={<Placed page={<Outlet />} />}>{devRoutes}</Route>
        <Route path="*" element={<Placed page={<NotFoundPage />} title={text.notFoundTitle} />} />
      </Routes>
      <AppPart />
    </SiteFrame>
  )
}

function Placed({ page, title, place }: { page: ReactNode; title?: string | undefined; place?: SitePage['place'] }) {
  const waited = <Suspense fallback={<PageLoading />}>{page}</Suspense>
  if (place === 'alone') return waited
  const framed = (
    <H5Layout title={title}>
      <PageTitle title={title} />
      {place === 'account' ? <div className="p-4">{waited}</div> : waited}
    </H5Layout>
  )
  return place ? <RequireLogin>{framed}</RequireLogin> : framed
}
