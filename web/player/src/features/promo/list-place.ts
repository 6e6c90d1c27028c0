import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

const key = 'promotionsPlace'

/** Remembers how far down the list was, as the player opens one of it. */
export const keepListPlace = () => sessionStorage.setItem(key, String(Math.round(window.scrollY)))

/**
 * Restores the list's scroll position on return, as soon as the list is long enough. An effect of the page
 * runs after the frame's own. The frame scrolls to the top when the page was the first of the visit.
 */
export function useListPlace(ready: boolean): void {
  const back = useNavigationType() === 'POP'
  useEffect(() => {
    if (!ready) return
    const place = Number(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    if (back && place > 0) window.scrollTo(0, place)
  }, [ready, back])
}
