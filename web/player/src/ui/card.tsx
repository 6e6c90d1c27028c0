import type { ReactNode } from 'react'

interface Props {
  /** Warm: about what is the player's own, such as the wallet. */
  warm?: boolean
  className?: string
  children: ReactNode
}

/** A panel without a heading: one thing among others of its kind. With a heading it is a Panel. */
export function Card({ warm = false, className = '', children }: Props) {
  return (
    <div className={`panel p-5 h5:p-4 ${warm ? 'bg-linear-to-br from-warm to-panel' : ''} ${className}`}>
      {children}
    </div>
  )
}
