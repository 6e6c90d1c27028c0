import { useEffect, useRef, useState } from 'react'

/** How long pointer or focus rests on an item before its panel slides down (NAV-04). */
export const menuDelayMs = 350

const none = -1

/**
 * Which panel is open. Pointer and focus open it late, an arrow key and a first tap at once; leaving closes it.
 * `entered` counts the times the keyboard went into the panel, so that the panel takes the focus each time.
 */
export function useHoverPanel() {
  const [{ open, entered }, set] = useState({ open: none, entered: 0 })
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  /** A panel about to open does not: the pointer went on into the open panel. */
  const stay = () => window.clearTimeout(timer.current)
  const show = (index: number) => {
    stay()
    set({ open: index, entered: 0 })
  }
  return {
    open,
    entered,
    stay,
    show,
    enter: (index: number) => {
      stay()
      set((now) => ({ open: index, entered: now.entered + 1 }))
    },
    rest: (index: number) => {
      stay()
      timer.current = window.setTimeout(() => show(index), menuDelayMs)
    },
    hide: () => show(none),
  }
}
