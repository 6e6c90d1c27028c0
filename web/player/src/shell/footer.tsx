import { lazy } from 'react'
import { Optional } from '../ui/optional'

const FooterBody = lazy(() => import('./footer-body'))

/**
 * The footer of every page (NAV-07). It is below the first screen, so its code comes after the bars are
 * painted.
 */
export function Footer() {
  return (
    <Optional waiting={<div aria-hidden="true" className="mt-16 h-88 bg-deep" />}>
      <FooterBody />
    </Optional>
  )
}
