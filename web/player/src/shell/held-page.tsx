import { isValidElement, type ReactNode, useContext, useEffect, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, matchPath } from 'react-router'
import { siteMap } from '../site-map'
import type { LazyPart } from './lazy-part'

/** The longest time in milliseconds that a page stays in sight for want of the next one's code. */
const longest = 1500

/**
 * Keeps the page in sight, with its bars and its place, until the code of the next one is loaded. Without this a
 * click would empty the window for a moment. After 1.5 s the next page is shown with its sign of loading.
 */
export function HeldPage({ children }: { children: ReactNode }) {
  const asked = useContext(LocationContext)
  const [shown, setShown] = useState(asked)
  const next = pageOf(asked.location.pathname)
  const ready = asked === shown || !next || next.isLoaded()
  useEffect(() => {
    if (ready || !next) {
      setShown(asked)
      return
    }
    let current = true
    const show = () => current && setShown(asked)
    const late = setTimeout(show, longest)
    next.load().then(show, show)
    return () => {
      current = false
      clearTimeout(late)
    }
  }, [asked, next, ready])
  return <LocationContext.Provider value={ready ? asked : shown}>{children}</LocationContext.Provider>
}

function pageOf(pathname: string): LazyPart<object> | undefined {
  const entry = siteMap.find(({ path }) => matchPath(path, pathname))
  const part = isValidElement(entry?.page) ? entry.page.type : undefined
  return typeof part === 'function' && 'load' in part ? (part as LazyPart<object>) : undefined
}
