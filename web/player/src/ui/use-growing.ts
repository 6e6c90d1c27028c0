import { useEffect, useState } from 'react'

/** The longest wait for a moment without work, in milliseconds. */
const patience = 500

/** Runs an act when the browser has a moment. Safari cannot say when, so there it runs a little later. Returns how to stop it. */
function whenFree(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const free = window.requestIdleCallback(act, { timeout: patience })
    return () => window.cancelIdleCallback(free)
  }
  const soon = setTimeout(act, 50)
  return () => clearTimeout(soon)
}

/**
 * A number that grows from 0 to most, by one each time the browser has a moment. A long page that appears in such steps
 * answers presses between them.
 */
export function useGrowing(most: number): number {
  const [grown, setGrown] = useState(0)
  useEffect(() => {
    if (grown < most) return whenFree(() => setGrown(grown + 1))
  }, [grown, most])
  return grown
}
