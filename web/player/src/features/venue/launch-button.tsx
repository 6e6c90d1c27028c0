import { launchHref } from '../../paths'
import { useLoginFirst } from './use-login-first'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import type { VenuePage } from './venue-pages'

interface Props {
  page: VenuePage
  /** Among other venues' buttons: read aloud, it begins with the venue. On a venue's own page it is the way in. */
  among?: boolean
  className?: string
}

/** A real link in a new tab (LNCH-04): no script opens a window, so nothing can block it. */
export function LaunchButton({ page, among = false, className = '' }: Props) {
  const text = useVenuesText()
  const venues = useVenueNow()
  const name = venues.name(page)
  const wallet = venues.wallet(page)
  const loginFirst = useLoginFirst()(page.path)
  return (
    <a
      href={launchHref(page.launch)}
      target="_blank"
      rel="noreferrer"
      onClick={loginFirst}
      data-launch-name={wallet ? text.both(name, wallet) : name}
      className={`btn btn-gold ${className}`}
    >
      {among && <span className="sr-only">{name}</span>}
      {page.category === 'esport' ? text.join : text.play}
      <span className="sr-only">{text.newTab}</span>
    </a>
  )
}
