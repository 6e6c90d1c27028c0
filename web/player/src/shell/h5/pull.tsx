import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { buzz } from '../../ui/buzz'
import { Refresh } from '../../ui/icons/refresh'
import { Spinner } from '../../ui/spinner'
import { useMineText } from './use-mine-text'

const triggerPx = 64
const mostPx = 96
const slackPx = 10
/** Long enough to be seen: an answer in no time would look as if nothing had happened. */
const shownMs = 500

type State = 'rest' | 'pull' | 'release' | 'refreshing' | 'refreshed'

/** The pull itself: follows the finger, and past a mark reads what the page shows anew. */
export default function Pull() {
  const text = useMineText()
  const queries = useQueryClient()
  const [state, setState] = useState<State>('rest')
  const mark = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const root = document.documentElement
    let from: { x: number; y: number } | null = null
    let down = 0
    let busy = false
    let alive = true

    const place = (px: number, free = true) => {
      down = px
      if (!mark.current) return
      mark.current.style.transition = free ? 'transform 200ms ease-out' : 'none'
      mark.current.style.transform = px > 0 ? `translateY(${px}px)` : ''
    }
    const refresh = async () => {
      busy = true
      setState('refreshing')
      place(triggerPx)
      const least = new Promise((done) => setTimeout(done, shownMs))
      await Promise.allSettled([queries.refetchQueries({ type: 'active' }), least])
      busy = false
      if (!alive) return
      setState('refreshed')
      place(0)
    }
    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      const alone = event.touches.length === 1 && !busy && window.scrollY <= 0
      from = touch && alone && !isElsewhere(event.target) ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      const by = touch.clientY - from.y
      if (down === 0 && (by < -slackPx || Math.abs(touch.clientX - from.x) > slackPx || window.scrollY > 0)) from = null
      if (!from || by < slackPx) return
      if (event.cancelable) event.preventDefault()
      // The farther, the heavier.
      place(Math.min(mostPx, (by - slackPx) * 0.6), false)
      setState(down >= triggerPx ? 'release' : 'pull')
    }
    const end = (event: TouchEvent) => {
      if (!from || down === 0) return
      from = null
      if (down >= triggerPx && event.type === 'touchend') {
        buzz()
        void refresh()
      } else {
        setState('rest')
        place(0)
      }
    }
    // The browser has a pull of its own that loads the whole page.
    root.style.overscrollBehaviorY = 'contain'
    document.addEventListener('touchstart', start, { passive: true })
    document.addEventListener('touchmove', move, { passive: false })
    document.addEventListener('touchend', end)
    document.addEventListener('touchcancel', end)
    return () => {
      alive = false
      root.style.overscrollBehaviorY = ''
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', end)
    }
  }, [queries])

  const said = state === 'rest' ? '' : text[state === 'release' ? 'release' : state]
  return (
    <div
      ref={mark}
      className="pointer-events-none fixed top-[calc(env(safe-area-inset-top)-0.25rem)] left-1/2 z-20 flex h-10 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-4 text-sm text-gold-soft shadow-lg shadow-black/40"
      style={{ visibility: state === 'rest' ? 'hidden' : 'visible' }}
    >
      {state === 'refreshing' ? <Spinner /> : <Refresh />}
      <span role="status">{said}</span>
    </div>
  )
}

/** In a sheet, and where fingers move something else: a carousel, a row that scrolls sideways. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at.getAttribute('aria-roledescription') === 'carousel') return true
    if (at.scrollTop > 0 && at !== document.documentElement && at !== document.body) return true
  }
  return false
}
