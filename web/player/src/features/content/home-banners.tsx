import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Optional } from '../../ui/optional'
import { CarouselSlide } from './carousel-slide'
import { bannersFor, bannersQuery, ownBanners } from './content-queries'
import { useHomeText } from './use-home-text'

/** After this time of a visit, in milliseconds, the page has settled. */
const settleMs = 2500

/** Ends once the page has settled, or with the first touch or key: the carousel's start would hold up the page's own. */
const settled = () =>
  new Promise<unknown>((resolve) => {
    const left = settleMs - performance.now()
    if (left <= 0) resolve(undefined)
    setTimeout(resolve, left)
    for (const type of ['pointerdown', 'pointermove', 'keydown']) window.addEventListener(type, resolve, { once: true })
  })

const Carousel = lazy(() => settled().then(() => import('./carousel')))

/** The first banner at once, for it is what a visitor waits for; what turns the pages comes behind it. */
export function HomeBanners() {
  return (
    <Optional waiting={<FirstBanner />} instead={<FirstBanner />}>
      <Carousel />
    </Optional>
  )
}

function FirstBanner() {
  const text = useHomeText()
  const { data } = useQuery(bannersQuery)
  const { Ticket } = useLogin()
  const banners = bannersFor(data && data.length > 0 ? data : ownBanners(text.ownBanners), Ticket !== '')
  const first = banners[0]
  return (
    <section aria-label={text.carousel} className="relative flex overflow-hidden bg-deep">
      {first && <CarouselSlide banner={first} first current label={text.slide(1, banners.length)} />}
    </section>
  )
}
