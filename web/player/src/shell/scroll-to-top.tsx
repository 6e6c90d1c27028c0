import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A new page starts at its top (NAV-01), one whose address was typed over the old one too; Back and Forward keep the
 * place the browser restores.
 */
export function ScrollToTop() {
  const { pathname, key } = useLocation()
  // Only pages the router itself went to have a key of their own.
  const typed = key === 'default'
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what a new page is
  useEffect(() => {
    if (kind !== 'POP' || typed) window.scrollTo(0, 0)
  }, [pathname, kind, typed])
  return null
}
