import { boot } from '@shared/boot'
import { lazy, Suspense } from 'react'
import { HomeBanners } from '../../features/content/home-banners'
import { Ticker } from '../../features/content/ticker'
import { useShellText } from '../use-shell-text'
import { HomeHot } from './home-hot'
import { Later } from './later'

const HomeGames = lazy(() => import('../../features/lobby/home-games'))
const HomeHalls = lazy(() => import('./home-halls'))
const HomeBelow = lazy(() => import('./home-below'))

/** The desktop's home: the site's content, the player's own row and games to enter, then everything else. */
export default function HomeDesktop() {
  const text = useShellText()
  return (
    <>
      <h1 className="sr-only">
        {boot.siteName} {text.home}
      </h1>
      <HomeBanners />
      <Ticker />
      <div className="container-page space-y-16 pt-6">
        <Suspense fallback={<div className="min-h-[120rem]" />}>
          <HomeGames />
        </Suspense>
        <Later>
          <HomeHalls />
          <HomeBelow />
        </Later>
      </div>
      <HomeHot />
    </>
  )
}
