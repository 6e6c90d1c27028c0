import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner'

/** gold: the one thing to do here. line: what else can be done. plain: many of a kind. danger: cannot be taken back. */
export type ButtonLook = 'gold' | 'line' | 'plain' | 'danger'
export type ButtonSize = 'small' | 'middle' | 'large'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  /** Shows a spinner and refuses clicks: nothing is sent twice. */
  busy?: boolean
}

const looks: Record<ButtonLook, string> = {
  gold: 'btn-gold',
  line: 'btn-line',
  plain: 'btn-plain',
  danger: 'btn-danger',
}
const sizes: Record<ButtonSize, string> = { small: 'btn-small', middle: '', large: 'btn-large' }

export function Button({
  look = 'gold',
  size = 'middle',
  busy = false,
  disabled,
  className = '',
  children,
  type,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`btn ${looks[look]} ${sizes[size]} h5:min-h-11 ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
