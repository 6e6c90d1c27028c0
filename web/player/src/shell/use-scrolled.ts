import { useEffect, useState } from 'react'

/** True from 30 px of scrolling until the page is back at its very top (NAV-05). */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled((was) => (was ? window.scrollY > 0 : window.scrollY > 30))
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return scrolled
}
