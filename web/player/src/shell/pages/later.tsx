import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { Optional } from '../../ui/optional'
import { useGrowing } from '../../ui/use-growing'

/** The longest time before later content loads, without any scrolling. */
export const laterMs = 4500

/**
 * Content screens below the first: its code loads when it is scrolled near, or once the page has settled. Its children
 * come one after the other.
 */
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
  const parts = Children.toArray(children)
  const shown = useGrowing(due ? parts.length : 0)
  return (
    <>
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <Optional key={index} waiting={<div className="min-h-[30rem]" />}>
          {part}
        </Optional>
      ))}
      {shown < parts.length && <div ref={place} className="min-h-[60rem]" />}
    </>
  )
}
