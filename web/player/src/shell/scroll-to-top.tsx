import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A new page starts at its top (NAV-01), also one whose address was typed over the old one. Back and Forward
 * keep the place the browser restores. So does a page that writes its filter or its page number into its
 * address.
 */
export function ScrollToTop() {
  const { pathname, key } = useLocation()
  // Only pages the router itself went to have a key of their own.
  const typed = key === 'default'
  const kind = useNavigationType()
  const before = useRef('')
  useEffect(() => {
    const samePage = before.current === pathname
    before.current = pathname
    if (samePage) return
    if (kind !== 'POP' || typed) window.scrollTo(0, 0)
  }, [pathname, kind, typed])
  return null
}
