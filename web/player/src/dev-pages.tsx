import { lazy } from 'react'
import { Route } from 'react-router'

const KitPage = import.meta.env.DEV ? lazy(() => import('./ui/kit/kit-page')) : null

/** Pages of the development server; a build knows neither their addresses nor their code. */
export const devRoutes = KitPage && <Route path="/_kit" element={<KitPage />} />
