import { useState } from 'react'
import { groupPath, menuGroups } from './menu'

const storedUnder = 'menu.closed'

/** useMenuGroups is which headings of the menu are open. What a person closed stays closed in this browser. */
export function useMenuGroups() {
  const [closed, setClosed] = useState(readClosed)
  return {
    open: all.filter((path) => !closed.includes(path)),
    onChange: (open: readonly string[]) => {
      const next = all.filter((path) => !open.includes(path))
      setClosed(next)
      try {
        localStorage.setItem(storedUnder, JSON.stringify(next))
      } catch {
        // A browser without room forgets it, and all headings are open next time.
      }
    },
  }
}

const all = menuGroups.map(groupPath)

/** readClosed trusts nothing that it finds: what is no heading is left out. */
function readClosed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder) ?? '[]')
    return Array.isArray(stored) ? all.filter((path) => stored.includes(path)) : []
  } catch {
    return []
  }
}
