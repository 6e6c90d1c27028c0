import { siteForm } from './site-form'

/** How long a phone answers a confirmation, in milliseconds: a tap that is felt, not a ring. */
const tapMs = 10

/** A short tap of the phone's motor. Nothing on the desktop, without a motor, or for whoever asked for less motion. */
export function buzz(): void {
  if (siteForm() !== 'h5' || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(tapMs)
}
