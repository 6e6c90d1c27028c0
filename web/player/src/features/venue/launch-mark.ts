import { uuid } from '@shared/ids'
import { paths } from '../../paths'

const kept = 'launchMarks'
const lifeMs = 60_000
const most = 8

/** A second click on the same game within this time is the first one again. */
const doubleMs = 2000

interface Mark {
  /** Names the launch: money goes along once for one name. */
  id: string
  /** The launcher's address, as the link spells it. */
  address: string
  /** The link's name of the game. */
  name: string
  at: number
}

function read(): Mark[] {
  try {
    const marks = JSON.parse(localStorage.getItem(kept) ?? '[]') as Mark[]
    return Array.isArray(marks) ? marks.filter(({ at }) => Math.abs(Date.now() - at) < lifeMs) : []
  } catch {
    return []
  }
}

/**
 * Remembers that the player clicked a link of ours to the launcher. A launch may move money (LNCH-05), so one
 * without a click of ours waits for a tap (trust CSP-8). The referrer cannot tell the two apart. Any site can
 * leave it out, and a foreign page may change the part after # of our window without a reload.
 */
export function markLaunch(href: string, name = ''): void {
  const address = href.slice(href.indexOf('#') + 1)
  const at = Date.now()
  const marks = read()
  const first = marks.find((mark) => mark.address === address && at - mark.at < doubleMs)
  localStorage.setItem(kept, JSON.stringify([...marks, { id: first?.id ?? uuid(), address, name, at }].slice(-most)))
}

/** The click that announced this address, if there was one in the last minute. Reading does not use it up. */
export const launchMark = (address: string): Mark | undefined => read().find((mark) => mark.address === address)

/** One click opens one game. */
export function spendLaunchMark(address: string): void {
  const marks = read()
  const used = marks.findIndex((mark) => mark.address === address)
  if (used >= 0) localStorage.setItem(kept, JSON.stringify(marks.toSpliced(used, 1)))
}

/** Marks the launches of every link on the site: no link has to remember it. */
export function watchLaunches(): () => void {
  const launcher = `#${paths.goto}?`
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button > 1) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    if (href.startsWith(launcher)) markLaunch(href, link?.dataset.launchName)
  }
  document.addEventListener('click', onClick)
  document.addEventListener('auxclick', onClick)
  return () => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('auxclick', onClick)
  }
}
