import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** The button's action, for screen readers, and as its hint. */
  name: string
  size?: 'small' | 'middle'
  /** With a frame of its own, where nothing around it says that it is a button. */
  framed?: boolean
  children: ReactNode
}

/** A button that is a drawing alone. Its target is at least 24 px under a mouse and 44 px under a thumb. */
export function IconButton({ name, size = 'middle', framed = false, className = '', children, type, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={name}
      title={name}
      className={`grid shrink-0 place-items-center rounded-lg text-mute transition-colors enabled:hover:text-gold disabled:cursor-not-allowed disabled:opacity-50 h5:size-11 ${
        size === 'small' ? 'size-8' : 'size-10'
      } ${framed ? 'border border-line bg-raised enabled:hover:border-gold' : ''} ${className}`}
    >
      {children}
    </button>
  )
}
