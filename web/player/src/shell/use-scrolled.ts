import { useEffect, useState } from 'react'

/** Scrolled farther than this, the bars shift; they come back only at the very top (NAV-05). */
export const scrollThresholdPx = 30

/** How far the bars shift: the height of the info bar (NAV-05). */
export const barShiftPx = 28

/** True from 30 px of scrolling until the page is back at its very top. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled((was) => window.scrollY > (was ? 0 : scrollThresholdPx))
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return scrolled
}
