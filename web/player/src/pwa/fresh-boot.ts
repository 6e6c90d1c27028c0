import { quietly } from '@shared/api/quietly'
import { type Boot, boot } from '@shared/boot'
import { setServerTime } from '@shared/clock'

const againMs = 5000

/**
 * A page from the browser's memory does not know the server's time, on which its clock, its countdowns and the stamp of
 * every call depend. It asks until it is told. (Its maintenance is asked for by every page that knows of none.)
 */
export async function askServer(reload: () => void = () => window.location.reload()): Promise<void> {
  try {
    const page = await (await fetch('/', { cache: 'no-store' })).text()
    const said = JSON.parse(/<script id="boot"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Partial<Boot>
    setServerTime(said.serverTimeMs ?? 0)
    // Calls stamped with a secret that is no longer good are refused, all of them.
    if (said.reqTokenSecret !== boot.reqTokenSecret) reload()
  } catch (error) {
    quietly('boot data', error)
    window.setTimeout(() => void askServer(reload), againMs)
  }
}
