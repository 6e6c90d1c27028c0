import { useEffect, useRef, useState } from 'react'

/** How long the pointer rests on an item before its panel slides down (NAV-04). */
export const menuDelayMs = 350

/** Which panel is open. The pointer opens late, the keyboard and a first tap at once; leaving closes. */
export function useHoverPanel() {
  const [open, setOpen] = useState(-1)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const show = (index: number) => {
    window.clearTimeout(timer.current)
    setOpen(index)
  }
  return {
    open,
    show,
    rest: (index: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setOpen(index), menuDelayMs)
    },
    hide: () => show(-1),
  }
}
