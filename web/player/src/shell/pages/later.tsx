import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** So long at the most stands nothing where what comes later belongs, however little is scrolled. */
export const laterMs = 4500

/** What stands screens below the first: its code comes when it is scrolled near, or once the page has settled. */
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
  return due ? <Suspense fallback={empty}>{children}</Suspense> : empty
}
