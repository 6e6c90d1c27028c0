import type { MouseEvent, ReactNode } from 'react'

/** How long a tab that may be closed needs at most to go. */
const closingMs = 200

/**
 * Leaves the game. The site opened it in a tab of its own and is still open behind it, so this tab is closed. A browser
 * that does not let a script close it follows the link instead.
 */
export function leave(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  window.close()
  setTimeout(() => window.location.assign(href), closingMs)
}

export function BackLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  return (
    <a className={className} href={to} onClick={leave}>
      {children}
    </a>
  )
}
