import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Optional } from '../../ui/optional'

/** The longest time before later content loads, without any scrolling. */
export const laterMs = 4500

/** Content screens below the first: its code loads when it is scrolled near, or once the page has settled. */
export function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (due || !place.current) return
    const timer = window.setTimeout(() => setDue(true), laterMs)
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setDue(true), { rootMargin: '600px' })
    near.observe(place.current)
    return () => {
      window.clearTimeout(timer)
      near.disconnect()
    }
  }, [due])
  const empty = <div ref={place} className="min-h-[60rem]" />
  return due ? <Optional waiting={empty}>{children}</Optional> : empty
}
