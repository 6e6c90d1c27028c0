import { boot } from '@shared/boot'
import { lazy } from 'react'
import { HomeBanners } from '../../features/content/home-banners'
import { Ticker } from '../../features/content/ticker'
import { Later } from '../../ui/later'
import { needed } from '../../ui/needed'
import { useShellText } from '../use-shell-text'
import { HomeHot } from './home-hot'

const HomeGames = needed(() => import('../../features/lobby/home-games'), {
  waiting: <div className="min-h-[120rem]" />,
})
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
        <HomeGames />
        <Later>
          <HomeHalls />
          <HomeBelow />
        </Later>
      </div>
      <HomeHot />
    </>
  )
}
