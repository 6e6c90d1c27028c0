import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { useDialogTurn } from './dialog-turn'
import { Sheet, type SheetProps } from './sheet'
import { siteForm } from './site-form'
import { useUiText } from './use-ui-text'
import { focusWanted } from './wanted-focus'

interface DialogProps extends SheetProps {
  /** An automatic dialog: it waits while another dialog is open. */
  patient?: boolean
  /** The name of an automatic dialog that can be told later: one of them a visit (H-468). */
  greeting?: string
}

/** A dialog in the middle of the desktop; on the phone a sheet from below that the system's Back closes. */
export function Dialog({ patient = false, greeting, ...props }: DialogProps) {
  if (!useDialogTurn(patient, greeting)) return null
  return siteForm() === 'h5' ? <Sheet {...props} /> : <MiddleDialog {...props} />
}

function MiddleDialog({ title, onClose, children, modalOnly = false, wide = false, locked = false }: SheetProps) {
  const text = useUiText()
  const [opener] = useState(() => document.activeElement)
  const hold = (event: Event) => {
    if (modalOnly || locked) event.preventDefault()
  }
  const onEscape = (event: Event) => {
    if (modalOnly !== 'tap' || locked) hold(event)
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-black/65" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusWanted}
          onInteractOutside={hold}
          onEscapeKeyDown={onEscape}
          // Without its own trigger the library gives the focus to no element.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
          }}
          className={`fixed top-1/2 left-1/2 z-50 flex max-h-[88dvh] flex-col overflow-hidden ${
            wide ? 'w-[min(44rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'
          } -translate-1/2 animate-fade rounded-xl border border-line bg-panel shadow-2xl shadow-black/60`}
        >
          <div className="flex shrink-0 items-center justify-between gap-4 px-6 pt-6 pb-3">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label={text.close}
              disabled={locked}
              className="-mr-2 grid size-9 place-items-center rounded-lg text-2xl leading-none text-mute hover:bg-raised hover:text-text disabled:opacity-40"
            >
              <span aria-hidden="true">×</span>
            </Radix.Close>
          </div>
          {/* It scrolls inside the rounded frame. The padding at its end is its content's: a row of buttons sticks to the edge. */}
          <div className="min-h-0 overflow-y-auto overscroll-contain px-6 pt-1">
            <div className="pb-6">{children}</div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
