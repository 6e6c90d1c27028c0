import { boot } from '@shared/boot'
import { lazy } from 'react'
import { HomeBanners } from '../../features/content/home-banners'
import { Ticker } from '../../features/content/ticker'
import { Later } from '../../ui/later'
import { needed } from '../../ui/needed'
import { useShellText } from '../use-shell-text'
import { HomeHot } from './home-hot'

const KindStrip = needed(() => import('../../features/venue/kind-strip'), {
  waiting: <div className="h-15.25 border-b border-line bg-panel" />,
})
const HomeGames = needed(() => import('../../features/lobby/home-games'), {
  waiting: <div className="min-h-[120rem]" />,
})
const HomeHalls = lazy(() => import('./home-halls'))
const HomeBelow = lazy(() => import('./home-below'))

/** The phone's home: the same, with a line of the kinds, three covers a row and the halls as a rail of kinds. */
export default function HomePhone() {
  const text = useShellText()
  return (
    <>
      <h1 className="sr-only">
        {boot.siteName} {text.home}
      </h1>
      <HomeBanners />
      <Ticker />
      <KindStrip />
      <div className="space-y-8 px-4 pt-4">
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
