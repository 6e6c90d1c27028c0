import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { siteForm } from './site-form'
import { useUiText } from './use-ui-text'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Clicking beside it or Escape does not close it: for what must be answered by a button. */
  modalOnly?: boolean
}

/** A dialog in the middle of the desktop; on H5 a sheet from below that the phone's Back closes. */
export function Dialog({ title, onClose, children, modalOnly = false }: Props) {
  const text = useUiText()
  const sheet = siteForm() === 'h5'
  useBackCloses(sheet, onClose)
  const hold = (event: Event) => {
    if (modalOnly) event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-black/65" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={hold}
          onEscapeKeyDown={hold}
          className={
            sheet
              ? 'fixed inset-x-0 bottom-0 z-50 max-h-[88dvh] animate-sheet overflow-y-auto rounded-t-2xl border-t border-line bg-panel px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))]'
              : 'fixed top-1/2 left-1/2 z-50 max-h-[88dvh] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 animate-fade overflow-y-auto rounded-xl border border-line bg-panel p-6 shadow-2xl shadow-black/60'
          }
        >
          {sheet && <div aria-hidden="true" className="mx-auto mb-3 h-1 w-10 rounded-full bg-line" />}
          <div className="mb-4 flex items-center justify-between gap-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label={text.close}
              className="-mr-2 grid size-9 place-items-center rounded-lg text-2xl leading-none text-mute hover:bg-raised hover:text-text h5:size-11"
            >
              <span aria-hidden="true">×</span>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Gives an open sheet an entry in the history, so that Back closes the sheet and not the page. Closing it by hand takes
 * the entry away again.
 */
function useBackCloses(active: boolean, onClose: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!active) return
    const mark = { sheet: Math.random() }
    window.history.pushState({ ...window.history.state, ...mark }, '')
    let left = false
    const onPop = () => {
      // A sheet that lay on top of this one went away; this one is still the topmost entry.
      if (window.history.state?.sheet === mark.sheet) return
      left = true
      close.current()
    }
    window.addEventListener('popstate', onPop)
    return () => {
      window.removeEventListener('popstate', onPop)
      if (!left && window.history.state?.sheet === mark.sheet) window.history.back()
    }
  }, [active])
}
