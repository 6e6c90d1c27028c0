import { quietly } from '@shared/api/quietly'

/** The entry script an index page names; its name holds a hash of everything below it. */
const entryOf = (page: string): string => /<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''

/** Whether the server has another release than the one that runs here. Unknown is no. */
export async function releaseIsNew(): Promise<boolean> {
  const running = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  if (!running) return false
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const offered = answer.ok ? entryOf(await answer.text()) : ''
    return offered !== '' && offered !== running
  } catch (error) {
    quietly('release check', error)
    return false
  }
}

const everyMs = 1800_000

/** Asks when a page that lay in the background for long is looked at again, until there is one. */
export function watchRelease(onNew: () => void): () => void {
  let asked = Date.now()
  const look = async () => {
    if (document.hidden || Date.now() - asked < everyMs) return
    asked = Date.now()
    if (await releaseIsNew()) onNew()
  }
  const listener = () => void look()
  document.addEventListener('visibilitychange', listener)
  const timer = window.setInterval(listener, everyMs)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.clearInterval(timer)
  }
}
