import { boot } from '@shared/boot'
import { isMobileAgent } from '@shared/mobile'
import type { SiteForm } from '../ui/site-form'

const key = 'siteForm'

/**
 * Desktop or H5 (NAV-11, D-12): what the player chose by hand, else what the server says of this host, else the user
 * agent, else a narrow window.
 */
export function chooseForm(): SiteForm {
  const chosen = sessionStorage.getItem(key)
  if (chosen === 'desktop' || chosen === 'h5') return chosen
  if (boot.form !== 'auto') return boot.form
  return isMobileAgent() || window.innerWidth < 768 ? 'h5' : 'desktop'
}

/** The "desktop site" and "mobile site" links: for this tab, until they are used again. */
export function switchForm(form: SiteForm): void {
  sessionStorage.setItem(key, form)
  window.location.reload()
}
