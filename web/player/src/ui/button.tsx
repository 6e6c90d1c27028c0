import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'gold' | 'line'
  /** Shows a spinner and refuses clicks: nothing is sent twice. */
  busy?: boolean
}

export function Button({ look = 'gold', busy = false, disabled, className = '', children, type, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`btn ${look === 'gold' ? 'btn-gold' : 'btn-line'} h5:min-h-11 ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
