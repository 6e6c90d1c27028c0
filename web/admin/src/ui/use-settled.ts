import { useEffect, useState } from 'react'

/** useSettled is a text once it has not changed for so many milliseconds. */
export function useSettled(now: string, restMs: number): string {
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), restMs)
    return () => clearTimeout(timer)
  }, [now, restMs])
  return settled
}
