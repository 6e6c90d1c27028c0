import { type ReactNode, useState } from 'react'

interface Props {
  /** The button's text while the part is closed, and while it is open. */
  show: string
  hide: string
  /** What a screen reader hears instead, where there are several such buttons. */
  label?: (action: string) => string
  children: ReactNode
}

/** A small button that opens a part below it; what the part reads is asked for then. */
export function Unfold({ show, hide, label, children }: Props) {
  const [open, setOpen] = useState(false)
  const action = open ? hide : show
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-label={label?.(action)}
        onClick={() => setOpen(!open)}
        className="min-h-8 text-xs text-gold h5:min-h-11"
      >
        {action}
      </button>
      {open && children}
    </>
  )
}
