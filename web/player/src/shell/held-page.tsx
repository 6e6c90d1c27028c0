import { useLogin } from '@shared/session'
import { isValidElement, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, matchPath } from 'react-router'
import { MinePage } from '../pages'
import { paths } from '../paths'
import { siteMap } from '../site-map'
import { holdPage } from '../ui/page-held'
import { siteForm } from '../ui/site-form'
import type { LazyPart } from './lazy-part'

/** The longest time in milliseconds that a page stays in sight for want of the next one's code. */
const longest = 1500

/**
 * Keeps the page in sight, with its bars and its place, until the code of the next one is loaded. Without this a
 * click would empty the window for a moment. After 1.5 s the next page is shown with its sign of loading.
 *
 * A page of another login, or of one that has ended, is not kept. Without its login it would say that a login is wanted
 * and lead there, although the player is on the way elsewhere (ACC-13, ACC-14).
 */
export function HeldPage({ children }: { children: ReactNode }) {
  const asked = useContext(LocationContext)
  const { Ticket } = useLogin()
  // The ticket is the one that the page began with: a change under the page in sight counts at the next address.
  const [shown, setShown] = useState({ at: asked, Ticket })
  const next = pageOf(asked.location.pathname)
  const ready = asked === shown.at || Ticket !== shown.Ticket || !next || next.isLoaded()
  useEffect(() => {
    let current = true
    const show = () => current && setShown((now) => (now.at === asked ? now : { at: asked, Ticket }))
    if (ready || !next) {
      show()
      return
    }
    const late = setTimeout(show, longest)
    next.load().then(show, show)
    return () => {
      current = false
      clearTimeout(late)
    }
  }, [asked, next, ready, Ticket])
  useLayoutEffect(() => {
    holdPage(!ready)
    return () => holdPage(false)
  }, [ready])
  return <LocationContext.Provider value={ready ? asked : shown.at}>{children}</LocationContext.Provider>
}

function pageOf(pathname: string): LazyPart<object> | undefined {
  // The phone's own page is not on the map of both forms.
  if (siteForm() === 'h5' && matchPath(paths.mine, pathname)) return MinePage
  const entry = siteMap.find(({ path }) => matchPath(path, pathname))
  const part = isValidElement(entry?.page) ? entry.page.type : undefined
  return typeof part === 'function' && 'load' in part ? (part as LazyPart<object>) : undefined
}
