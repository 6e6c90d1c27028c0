import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Chevron } from '../ui/icons/chevron'

interface Props {
  /** The button's name for screen readers. */
  label: string
  button: ReactNode
  className: string
  /** Which edge of the button the list hangs on. */
  side?: 'left' | 'right'
  children: (close: () => void) => ReactNode
}

/** A button and the small list below it: opens under a mouse, by a click and by the arrow key; Escape gives the focus back. */
export function Popdown({ label, button, className, side = 'left', children }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  const byMouse = (now: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setOpen(now)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
      place.current?.querySelector('button')?.focus()
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
      step(place.current, 1)
    }
    if (event.key === 'ArrowUp') {
      event.preventDefault()
      step(place.current, -1)
    }
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches whether focus and pointer leave it
    <div
      ref={place}
      className="relative shrink-0"
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        aria-label={label}
        aria-expanded={open}
        className={`inline-flex items-center gap-1 ${className}`}
        // Under a mouse it is open already; a click must not close what the pointer just opened.
        onClick={(event) =>
          setOpen((now) => (event.nativeEvent as globalThis.PointerEvent).pointerType === 'mouse' || !now)
        }
      >
        {button}
        <Chevron up={open} />
      </button>
      {/* The gap to the button belongs to the list: a pointer on its way down does not fall through. */}
      {open && (
        <div className={`absolute top-full z-30 pt-1 ${side === 'right' ? 'right-0' : 'left-0'}`}>
          <div className="animate-rise rounded-xl border border-line bg-panel shadow-high">{children(close)}</div>
        </div>
      )}
    </div>
  )
}

/** Moves the focus up or down the list; from the button, into it. */
function step(place: HTMLElement | null, by: number): void {
  // After the list has been drawn.
  requestAnimationFrame(() => {
    const stops = [...(place?.querySelectorAll<HTMLElement>('button, a') ?? [])].filter((stop) => stop.offsetParent)
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus()
  })
}
