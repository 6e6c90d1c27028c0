import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useContext } from 'react'
import { UNSAFE_NavigationContext as Navigation } from 'react-router'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A page of this site, by its path from the root. An address elsewhere is a plain anchor's. */
  to: string
  /** The page takes the place of this one in the history. */
  replace?: boolean
  /** Data for the page about its origin; kept in the history and in no address. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a page of this site. The router's own link is drawn again with each change of the address. A page with a
 * hundred links has no time for that. A click on the page that is
 * open already puts nothing into the history. The browser handles a click that asks for a new tab or a download.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: Props) {
  const { navigator } = useContext(Navigation)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !plain || (target && target !== '_self')) return
    event.preventDefault()
    const isHere = (window.location.hash.slice(1) || '/') === to
    if (replace ?? isHere) navigator.replace(to, state)
    else navigator.push(to, state)
  }
  return <a {...rest} href={`#${to}`} target={target} onClick={click} />
}
