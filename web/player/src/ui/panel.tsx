import type { ReactNode } from 'react'

interface Props {
  title?: string
  aside?: ReactNode
  children: ReactNode
  className?: string
}

export function Panel({ title, aside, children, className = '' }: Props) {
  return (
    <section className={`panel ${className}`}>
      {title && (
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 h5:min-h-12 h5:px-4">
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
