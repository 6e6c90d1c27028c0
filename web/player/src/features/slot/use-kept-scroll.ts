import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Brings a list back to where it was left, by Back, Forward or a reload. The browser cannot: when it tries, the list is
 * not there yet. Everybody else starts where the site puts them.
 */
export function useKeptScroll(list: string, ready: boolean): void {
  const kind = useNavigationType()
  const shown = useRef('')
  const key = `scroll:${list}`
  useLayoutEffect(() => {
    if (!ready || shown.current === key) return
    shown.current = key
    const top = Number(sessionStorage.getItem(key))
    if (kind === 'POP' && top > 0) window.scrollTo(0, top)
  }, [key, ready, kind])

  useLayoutEffect(() => {
    let top = -1
    const keep = () => {
      if (top >= 0) sessionStorage.setItem(key, String(Math.round(top)))
    }
    const onScroll = () => {
      // Before the list is loaded, the page is too short to scroll.
      if (shown.current === key) top = window.scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [key])
}
