import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new page starts at its top (NAV-01); Back and Forward keep the place the browser restores. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what a new page is
  useEffect(() => {
    if (kind !== 'POP') window.scrollTo(0, 0)
  }, [pathname, kind])
  return null
}
