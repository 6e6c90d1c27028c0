import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { Optional } from './optional'
import { useGrowing } from './use-growing'

/** The longest time before later content loads, without any scrolling. */
export const laterMs = 4500

interface Props {
  children: ReactNode
  /** How near to the window it loads, in px. */
  near?: number
  /** The class of the room that is kept until it is here. */
  height?: string
}

/**
 * Content screens below the first: its code loads when it is scrolled near, or once the page has settled. Its children
 * come one after the other.
 */
export function Later({ children, near = 600, height = 'min-h-[60rem]' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (due || !place.current) return
    const timer = window.setTimeout(() => setDue(true), laterMs)
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setDue(true), {
      rootMargin: `${near}px`,
    })
    watch.observe(place.current)
    return () => {
      window.clearTimeout(timer)
      watch.disconnect()
    }
  }, [due, near])
  const parts = Children.toArray(children)
  const shown = useGrowing(due ? parts.length : 0)
  return (
    <>
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <Optional key={index} waiting={<div className={height} />}>
          {part}
        </Optional>
      ))}
      {shown < parts.length && <div ref={place} className={height} />}
    </>
  )
}
