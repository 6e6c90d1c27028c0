import { useLocation } from 'react-router'
import { siteForm } from '../../ui/site-form'
import { CategoryAbout } from './category-about'
import KindStrip from './kind-strip'
import { OpenVenues } from './open-venues'
import { StateNotice } from './state-notice'
import { useVenueNow } from './use-venue-now'
import { VenueFront } from './venue-front'
import { VenueHero } from './venue-hero'
import { tabsOf, type VenuePage, venuePageAt } from './venue-pages'
import { VenueTabs } from './venue-tabs'

/** One page for sports, live dealers, e-sports, lottery and board games: which one it is, its address says. */
export default function CategoryPage() {
  const { pathname } = useLocation()
  const page = venuePageAt(pathname)
  if (!page) return null
  const tabs = tabsOf(page).length > 1
  return (
    <>
      {siteForm() === 'h5' && <KindStrip current={page.category} />}
      <VenueHero page={page} />
      <div className="container-page h5:px-0">
        {tabs && <VenueTabs page={page} />}
        {siteForm() === 'h5' && <StateNotice page={page} />}
        <div className="space-y-16 pt-12 h5:space-y-10 h5:px-4 h5:pt-6">
          <VenueFront key={page.key} page={page} />
          <CategoryAbout page={page} />
          <Instead page={page} />
        </div>
      </div>
    </>
  )
}

/** A venue that cannot be entered names those that can, of every kind. An open one keeps the player at its games. */
function Instead({ page }: { page: VenuePage }) {
  const { state } = useVenueNow().now(page)
  if (state === 'open' || state === 'asking') return null
  return <OpenVenues except={page.key} />
}
