import type { ReactNode } from 'react'

export type BadgeKind = 'hot' | 'new' | 'recommended' | 'vip'

const marks: Record<BadgeKind, ReactNode> = {
  hot: (
    <path d="M8 1c.6 3 4.5 4.5 4.5 8.7A4.5 4.8 0 0 1 8 14.6a4.5 4.8 0 0 1-4.5-4.9c0-1.9.9-2.8 1.7-3.7.2 1 .7 1.6 1.3 1.8C6.3 5.2 6.6 2.6 8 1Z" />
  ),
  new: <path d="M8 1.2c.5 4 1.9 5.8 6.3 6.8-4.4 1-5.8 2.8-6.3 6.8C7.5 10.8 6.1 9 1.7 8c4.4-1 5.8-2.8 6.3-6.8Z" />,
  recommended: (
    <path d="M5 14.2V7.3L7.8 1.5c1.2 0 1.9.9 1.7 2.1L9.1 6.2h3.5c1 0 1.7.9 1.5 1.9l-1 4.8c-.2.8-.8 1.3-1.6 1.3ZM1.8 7.3h1.9v6.9H1.8Z" />
  ),
  vip: <path d="M1.6 4.7l3.3 2.6L8 2.5l3.1 4.8 3.3-2.6-1.2 7H2.8ZM2.9 12.9h10.2v1.5H2.9Z" />,
}

const looks: Record<BadgeKind, string> = {
  hot: 'bg-hot text-white',
  new: 'bg-new text-white',
  recommended: 'bg-linear-to-b from-gold-light to-gold-dark text-on-gold',
  vip: 'border border-gold/50 bg-ink/90 text-gold-soft',
}

/** A small mark on a game, a venue or a promotion. The word comes from the caller's catalogue. */
export function Badge({ kind, children }: { kind: BadgeKind; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 rounded-md px-1.5 text-xs leading-none font-semibold whitespace-nowrap ${looks[kind]}`}
    >
      <svg width="12" height="12" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        {marks[kind]}
      </svg>
      {children}
    </span>
  )
}
