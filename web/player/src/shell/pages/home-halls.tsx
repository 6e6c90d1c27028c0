import { CategoryTiles } from '../../features/venue/category-tiles'
import { KindRail } from '../../features/venue/kind-rail'
import { OpenVenues } from '../../features/venue/open-venues'
import { ShutVenues } from '../../features/venue/shut-venues'
import { siteForm } from '../../ui/site-form'

/** The halls of every kind, the venues that are open now and those that are not, below the games themselves. */
export default function HomeHalls() {
  return (
    <>
      {siteForm() === 'h5' ? <KindRail /> : <CategoryTiles />}
      <OpenVenues />
      <ShutVenues />
    </>
  )
}
