import { boot } from '@shared/boot'
import { lazy, Suspense } from 'react'
import { HomeBanners } from '../../features/content/home-banners'
import { Ticker } from '../../features/content/ticker'
import { CategoryTiles } from '../../features/venue/category-tiles'
import { OpenVenues } from '../../features/venue/open-venues'
import { useShellText } from '../use-shell-text'

const HomeBelow = lazy(() => import('./home-below'))

/** The desktop's home: what the house says, what is open now, then everything there is. */
export default function HomeDesktop() {
  const text = useShellText()
  return (
    <>
      <h1 className="sr-only">
        {boot.siteName} {text.home}
      </h1>
      <HomeBanners />
      <Ticker />
      <div className="container-page space-y-16 pt-12">
        <OpenVenues />
        <CategoryTiles />
        <Suspense fallback={<div className="min-h-[60rem]" />}>
          <HomeBelow />
        </Suspense>
      </div>
    </>
  )
}
