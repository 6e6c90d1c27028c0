import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A page of this site. An address elsewhere is a plain anchor's. */
  to: string
  /** The page takes the place of this one in the history. */
  replace?: boolean
  /** Data for the page about its origin; kept in the history and in no address. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a page of this site. The router's own link can load pages from a server, which this site does not
 * use; this one is a third of its size. The browser handles a click that asks for a new tab or a download.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: Props) {
  const href = useHref(to)
  const follow = useFollow(to, replace, state)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !plain || (target && target !== '_self')) return
    event.preventDefault()
    follow()
  }
  return <a {...rest} href={href} target={target} onClick={click} />
}

/** The page that is open already is not put into the history a second time. */
function useFollow(to: string, replace: boolean | undefined, state: unknown) {
  const navigate = useNavigate()
  const location = useLocation()
  const path = useResolvedPath(to)
  return () => void navigate(to, { state, replace: replace ?? createPath(location) === createPath(path) })
}
