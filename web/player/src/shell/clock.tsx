import { gmtTime } from '@shared/clock'
import { useEffect, useRef } from 'react'
import { useShellText } from './use-shell-text'

/** How often the clock looks at the time (NAV-08). */
export const clockMs = 300

/** The GMT+8 clock. It writes its own text, so that three times a second nothing else renders. */
export function Clock() {
  const text = useShellText()
  const place = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const show = () => {
      if (place.current) place.current.textContent = text.clock(gmtTime())
    }
    show()
    const timer = setInterval(show, clockMs)
    return () => clearInterval(timer)
  }, [text.clock])
  return <time ref={place} className="tabular inline-block min-w-44" />
}
