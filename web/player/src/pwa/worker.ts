import { quietly } from '@shared/api/quietly'

/** Where a worker may be registered: a build, over https or on this machine. */
export const mayRegister = (built: boolean, { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  built && (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1')

const caches = ['hongyun-pages', 'hongyun-assets', 'hongyun-art']
const gone = 'hongyun-gone'
const script = '/sw.js'
const askAgainMs = 3600_000

/** Registers the worker once the page has everything it came for. */
export async function startWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  try {
    const registration = await workers.register(script)
    let asked = Date.now()
    // Registering what is registered already asks for nothing.
    registration.update().catch(leaveIfGone)
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - asked < askAgainMs) return
      asked = Date.now()
      registration.update().catch(leaveIfGone)
    })
  } catch {
    await leaveIfGone()
  }
}

/** The server says that there is to be no worker: what one kept goes with it. */
export async function leaveIfGone(): Promise<void> {
  const answer = await fetch(script, { method: 'HEAD', cache: 'no-store' }).catch((error) => {
    quietly('service worker', error)
    return null
  })
  if (answer?.status !== 404 && answer?.status !== 410) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  // A worker goes on for as long as a page of its own is open: this tells it to keep nothing more (sw.js).
  if (registrations.length > 0) await window.caches.open(gone)
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all(caches.map((name) => window.caches.delete(name)))
}

/** Loads the new release, by the new worker if one is waiting. Only ever by the player's tap. */
export async function takeRelease(): Promise<void> {
  const waiting = (await navigator.serviceWorker?.getRegistration().catch(() => undefined))?.waiting
  if (waiting) {
    const taken = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    )
    waiting.postMessage('take over')
    await Promise.race([taken, new Promise((done) => setTimeout(done, 1500))])
  }
  window.location.reload()
}
