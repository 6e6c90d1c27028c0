import { boot } from '@shared/boot'
import { lazy, Suspense } from 'react'
import { HomeBanners } from '../../features/content/home-banners'
import { Ticker } from '../../features/content/ticker'
import { KindRail } from '../../features/venue/kind-rail'
import { OpenVenues } from '../../features/venue/open-venues'
import { useShellText } from '../use-shell-text'

const HomeBelow = lazy(() => import('./home-below'))

/** The phone's home: the same, with the halls as a rail of kinds and three tiles a row. */
export default function HomePhone() {
  const text = useShellText()
  return (
    <>
      <h1 className="sr-only">
        {boot.siteName} {text.home}
      </h1>
      <HomeBanners />
      <Ticker />
      <div className="space-y-8 px-4 pt-6">
        <OpenVenues />
        <KindRail />
        <Suspense fallback={<div className="min-h-[60rem]" />}>
          <HomeBelow />
        </Suspense>
      </div>
    </>
  )
}
