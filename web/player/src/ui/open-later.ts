import { standalone } from './in-app'

const mayOpen = (address: string) => /^https?:\/\//i.test(address) || /^\/(?!\/)/.test(address)

/**
 * Opens an address in a new window that only a call can tell. The window opens in the click itself, because browsers
 * block one that opens later; it closes again when the call fails. With pop-ups blocked, and in an installed app, which
 * has no other windows, the address opens here.
 * False: the call gave no address that may be opened.
 */
export async function openLater(ask: () => Promise<string>): Promise<boolean> {
  const opened = standalone() ? null : window.open('about:blank', '_blank')
  try {
    const address = await ask()
    if (!mayOpen(address)) {
      opened?.close()
      return false
    }
    if (opened) {
      opened.opener = null
      opened.location.href = address
    } else window.location.href = address
    return true
  } catch (cause) {
    opened?.close()
    throw cause
  }
}
