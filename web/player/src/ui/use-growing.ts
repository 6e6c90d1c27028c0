import { useEffect, useState } from 'react'
import { whenFree } from './when-free'

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
