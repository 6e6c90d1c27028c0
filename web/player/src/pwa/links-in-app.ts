import { inWeChat, standalone } from '../ui/in-app'

/**
 * An installed app has no tabs. A link of ours to a new tab would open the browser, where the player is not
 * logged in. There it opens in the app itself.
 */
export function keepLinksInApp(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[target="_blank"]')
    if (link?.getAttribute('href')?.startsWith('#') && (standalone() || inWeChat()))
      link.setAttribute('target', '_self')
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
