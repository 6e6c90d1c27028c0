import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sheetOpened } from './sheet-history'
import { useDragDown } from './use-drag-down'
import { useUiText } from './use-ui-text'
import { focusWanted } from './wanted-focus'

export interface SheetProps {
  title: string
  onClose: () => void
  children: ReactNode
  /**
   * A tap beside it or Escape does not close it: for what must not go away by chance. Back still does. tap: Escape
   * closes it too.
   */
  modalOnly?: boolean | 'tap'
  /** It holds a table: on the desktop it has room for one. */
  wide?: boolean
  /** Something is under way that it shows, such as money being sent: nothing closes it until then. */
  locked?: boolean
}

const leaveMs = 200

/**
 * The phone's dialog: a sheet from below. It closes by its button, Escape, a tap beside it, a drag downwards and the
 * system's Back, slides away and gives the focus back.
 */
export function Sheet({ title, onClose, children, modalOnly = false, locked = false }: SheetProps) {
  const text = useUiText()
  // The library puts it into the page a moment later.
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const backdrop = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const { leaving, leave } = useLeaving(onClose, locked, sheet)
  useDragDown({ sheet, body, backdrop, locked: locked || leaving, onDown: leave })
  useAboveKeyboard(sheet)
  useEffect(() => {
    // A button at its end that takes the focus must not hide how it begins.
    if (sheet && body.current) body.current.scrollTop = 0
  }, [sheet])
  const hold = (event: Event) => {
    if (modalOnly) event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && leave()}>
      <Radix.Portal>
        <Radix.Overlay
          ref={backdrop}
          className={`fixed inset-0 z-50 animate-fade bg-black/65 transition-opacity duration-200 ${leaving ? 'opacity-0!' : ''}`}
        />
        <Radix.Content
          ref={setSheet}
          aria-describedby={undefined}
          onOpenAutoFocus={focusWanted}
          onInteractOutside={hold}
          onEscapeKeyDown={(event) => modalOnly !== 'tap' && hold(event)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
          }}
          className={`fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[88dvh] max-w-lg animate-sheet flex-col rounded-t-2xl border-t border-line bg-panel outline-none ${
            leaving ? 'pointer-events-none translate-y-full! transition-transform! duration-200!' : ''
          }`}
        >
          <div className="shrink-0 touch-none px-5 pt-3">
            <div aria-hidden="true" className="mx-auto h-1 w-10 rounded-full bg-mute/50" />
            <div className="flex min-h-14 items-center justify-between gap-4">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              <Radix.Close
                aria-label={text.close}
                disabled={locked}
                className="-mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-2xl leading-none text-mute disabled:opacity-40"
              >
                <span aria-hidden="true">×</span>
              </Radix.Close>
            </div>
          </div>
          <div ref={body} className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-1">
            <div className="pb-[calc(1.25rem+env(safe-area-inset-bottom))]">{children}</div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Leaving takes a moment, and whoever holds the sheet may say no: then it comes back. */
function useLeaving(onClose: () => void, locked: boolean, sheet: HTMLElement | null) {
  const [leaving, setLeaving] = useState(false)
  const now = useRef({ onClose, locked, sheet })
  useEffect(() => {
    now.current = { onClose, locked, sheet }
  })
  const [leave] = useState(() => () => {
    if (now.current.locked) return false
    setLeaving(true)
    return true
  })
  useEffect(() => {
    if (!leaving) return sheetOpened(leave)
    let back = 0
    const gone = window.setTimeout(() => {
      now.current.onClose()
      // Still here a moment later: it was not let go.
      back = window.setTimeout(() => {
        if (now.current.sheet) now.current.sheet.style.transform = ''
        setLeaving(false)
      }, leaveMs)
    }, leaveMs)
    return () => {
      window.clearTimeout(gone)
      window.clearTimeout(back)
    }
  }, [leaving, leave])
  return { leaving, leave }
}

/** iOS lays its keyboard over fixed content at the bottom: the sheet is placed above it. */
function useAboveKeyboard(sheet: HTMLElement | null) {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen || !sheet) return
    const look = () => {
      const covered = window.innerHeight - seen.height - seen.offsetTop
      sheet.style.bottom = covered > 60 ? `${covered}px` : ''
      sheet.style.maxHeight = covered > 60 ? `${seen.height - 16}px` : ''
    }
    seen.addEventListener('resize', look)
    return () => seen.removeEventListener('resize', look)
  }, [sheet])
}
