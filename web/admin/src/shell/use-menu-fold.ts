import { useState } from 'react'

const storedUnder = 'menu.folded'

/** Below this width the menu takes too much of a desktop's page until a person says otherwise. */
const narrowDesktop = '(max-width: 1199px)'

/** useMenuFold is whether the menu shows icons alone. What a person chose stays so in this browser. */
export function useMenuFold() {
  const [folded, setFolded] = useState(readFolded)
  const toggle = () => {
    setFolded(!folded)
    try {
      localStorage.setItem(storedUnder, folded ? 'off' : 'on')
    } catch {
      // A browser without room goes by the width of the window next time.
    }
  }
  return { folded, toggle }
}

function readFolded(): boolean {
  const stored = localStorage.getItem(storedUnder)
  if (stored === 'on' || stored === 'off') return stored === 'on'
  return window.matchMedia?.(narrowDesktop).matches ?? false
}
