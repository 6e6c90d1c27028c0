import { type RefObject, useEffect, useRef } from 'react'

interface Grip {
  /** The moving element, once it is there. */
  sheet: HTMLElement | null
  /** The scrolling element inside it: pulled down it moves the sheet only from its top. */
  body: RefObject<HTMLElement | null>
  /** The backdrop, which lightens as the sheet goes. */
  backdrop: RefObject<HTMLElement | null>
  locked: boolean
  onDown: () => void
}

/** A finger has to mean it. */
const slackPx = 8
const fastPxPerMs = 0.5

/** A sheet follows the finger downwards; let go low or fast enough it closes, else it springs back. */
export function useDragDown({ sheet, body, backdrop, locked, onDown }: Grip): void {
  const now = useRef({ locked, onDown })
  useEffect(() => {
    now.current = { locked, onDown }
  })
  useEffect(() => {
    const box = sheet
    if (!box) return
    let from: { x: number; y: number; at: number } | null = null
    let dragging = false
    let last = 0

    const place = (down: number, spring: boolean) => {
      box.style.transition = spring ? 'transform 200ms ease-out' : 'none'
      box.style.transform = down > 0 ? `translateY(${down}px)` : ''
      if (backdrop.current) backdrop.current.style.opacity = down > 0 ? String(1 - down / box.offsetHeight) : ''
    }
    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      const inside = body.current?.contains(event.target as Node) ?? false
      from = null
      dragging = false
      if (!touch || event.touches.length > 1 || now.current.locked) return
      if (inside && !atTop(event.target as Element, box)) return
      from = { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      const down = touch.clientY - from.y
      if (!dragging) {
        const aside = Math.abs(touch.clientX - from.x)
        if (down < -slackPx || aside > slackPx) from = null
        if (!from || down < slackPx) return
        dragging = true
      }
      event.preventDefault()
      last = down
      place(down, false)
    }
    const end = (event: TouchEvent) => {
      if (!dragging || !from) return
      const speed = last / Math.max(1, event.timeStamp - from.at)
      const far = last > box.offsetHeight / 3 || (last > 40 && speed > fastPxPerMs)
      from = null
      dragging = false
      if (far && event.type === 'touchend') now.current.onDown()
      else place(0, true)
    }
    // A non-passive listener: while the sheet moves, the content under the finger must not scroll.
    box.addEventListener('touchstart', start, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    return () => {
      box.removeEventListener('touchstart', start)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [sheet, body, backdrop])
}

/** Whether nothing between the finger and the sheet has been scrolled. */
function atTop(element: Element | null, box: Element): boolean {
  for (let at = element; at && at !== box; at = at.parentElement) {
    if (at.scrollTop > 0) return false
  }
  return true
}
