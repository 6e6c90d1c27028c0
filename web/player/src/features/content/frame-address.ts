/** The frame viewer's decision about an address: refuse it, go to a page of this site, or frame it. */
export type FrameTarget =
  | { kind: 'refused' }
  | { kind: 'own'; route: string }
  | { kind: 'framed'; href: string; host: string }

const refused: FrameTarget = { kind: 'refused' }

/**
 * Reads the x of /Frame?x= (NAV-12, D-05, trust CSP-3). It shows https pages whose host is exactly one of the
 * operator's, and this site itself. The address must look as the browser reads it. One that hides its host is
 * refused, even if it leads to an allowed host. It may hide behind a name, a backslash, a tab or a look-alike
 * letter.
 */
export function frameTarget(x: string, hosts: readonly string[], origin: string): FrameTarget {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not be in an address
  if (/[\u0000-\u0020\u007f\\]/.test(x)) return refused
  if (/^\/(?!\/)/.test(x)) return ownTarget(x, origin)
  const said = /^(https?:\/\/[^/?#]+)(?=[/?#]|$)/i.exec(x)?.[1]?.toLowerCase()
  const url = parsed(x)
  if (!said || !url || said !== url.origin) return refused
  if (url.origin === origin) return ownTarget(x, origin)
  if (url.protocol !== 'https:' || !hosts.includes(url.host) || closedRoute(url.hash)) return refused
  return { kind: 'framed', href: url.href, host: url.host }
}

/**
 * This site itself. Its application cannot run in a sandbox without an origin, and needs no frame either: the viewer
 * goes to that page. Its promotions are plain pages and are framed. Everything else of this origin, such as calls or a
 * back office behind the same name, is no page for players.
 */
function ownTarget(x: string, origin: string): FrameTarget {
  const url = parsed(x, origin)
  if (url?.origin !== origin) return refused
  if (/^\/promotion\/\d+$/.test(url.pathname)) return { kind: 'framed', href: url.href, host: url.host }
  const route = url.hash.slice(1) || '/'
  if (url.pathname !== '/' || !/^\/(?![/\\])/.test(route) || closedRoute(url.hash)) return refused
  return { kind: 'own', route }
}

/** The viewer itself, and the launcher, which an address from elsewhere must not set off, by no way around. */
function closedRoute(hash: string): boolean {
  try {
    const route = decodeURIComponent(hash)
    return /^#\/*(frame|goto)(?![\w-])/i.test(route) || /\/\.{1,2}(?=[/?#]|$)/.test(route)
  } catch {
    return true
  }
}

function parsed(x: string, base?: string): URL | null {
  try {
    return new URL(x, base)
  } catch {
    return null
  }
}
