import type { ReactNode } from 'react'

export type Category = 'sport' | 'live' | 'fish' | 'slot' | 'esport' | 'lottery' | 'board'

/** One drawing language for the seven kinds of games: gold line, one lit face, dark ground. */
const drawings: Record<Category, ReactNode> = {
  sport: (
    <>
      <circle cx="24" cy="24" r="17" className="fill-gold/15" />
      <path d="M24 16l7.6 5.5-2.9 9h-9.4l-2.9-9L24 16Z" className="fill-gold/70" />
      <path d="M24 16V7.5M31.6 21.5l8.2-3M28.7 30.5l5 7.4M19.3 30.5l-5 7.4M16.4 21.5l-8.2-3" />
    </>
  ),
  live: (
    <>
      <rect x="9" y="12" width="18" height="26" rx="3" transform="rotate(-10 18 25)" className="fill-gold/15" />
      <rect x="20" y="10" width="18" height="26" rx="3" transform="rotate(9 29 23)" className="fill-ink" />
      <path
        d="M29.5 16c3.5 4 5.5 6 5.5 8.5a3 3 0 0 1-5 2.2 3 3 0 0 1-5.2-1.8c0-2.5 2.7-5 4.7-8.9Z"
        className="fill-gold/70"
      />
      <path d="M29.7 26l-.6 4" />
    </>
  ),
  fish: (
    <>
      <path d="M6 24c6-9 15-12 23-8 4 2 6 5 8 8-2 3-4 6-8 8-8 4-17 1-23-8Z" className="fill-gold/15" />
      <path d="M35 24l8-7v14l-8-7Z" className="fill-gold/70" />
      <circle cx="15" cy="22" r="2" className="fill-gold" />
      <path d="M22 17c3 4 3 10 0 14M28 19c2 3 2 7 0 10" />
    </>
  ),
  slot: (
    <>
      <rect x="8" y="10" width="28" height="28" rx="4" className="fill-gold/15" />
      <rect x="12" y="17" width="20" height="13" rx="2" className="fill-ink" />
      <path d="M18.7 17v13M25.3 17v13" />
      <path d="M20 20.5h4l-2.3 6.5" className="stroke-gold-soft" strokeWidth="2.4" />
      <path d="M36 28h4V16" />
      <circle cx="40" cy="13" r="3" className="fill-gold/70" />
    </>
  ),
  esport: (
    <>
      <path
        d="M14 16h20c6 0 9 8 9 14 0 4-2 6-5 6-4 0-5-6-9-6H19c-4 0-5 6-9 6-3 0-5-2-5-6 0-6 3-14 9-14Z"
        className="fill-gold/15"
      />
      <path d="M16 20v7M12.5 23.5h7" strokeWidth="2.4" />
      <circle cx="31" cy="21" r="2" className="fill-gold" />
      <circle cx="35" cy="25" r="2" className="fill-gold/70" />
    </>
  ),
  lottery: (
    <>
      <circle cx="17" cy="20" r="11" className="fill-gold/15" />
      <circle cx="31" cy="29" r="11" className="fill-ink" />
      <circle cx="31" cy="29" r="6" className="fill-gold/70" />
      <path d="M14 16l3-2v10M14.5 24h5" strokeWidth="2.2" />
    </>
  ),
  board: (
    <>
      <rect x="8" y="10" width="17" height="28" rx="3" className="fill-gold/15" />
      <path d="M8 24h17" />
      <circle cx="13" cy="15.5" r="1.7" className="fill-gold" />
      <circle cx="20" cy="19.5" r="1.7" className="fill-gold" />
      <circle cx="13" cy="29" r="1.7" className="fill-gold" />
      <circle cx="20" cy="29" r="1.7" className="fill-gold" />
      <circle cx="13" cy="34" r="1.7" className="fill-gold" />
      <circle cx="20" cy="34" r="1.7" className="fill-gold" />
      <circle cx="34" cy="29" r="9" className="fill-gold/70" />
      <circle cx="34" cy="29" r="5.5" className="fill-ink" />
    </>
  ),
}

export function CategoryIcon({ category, size = 48 }: { category: Category; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      className="stroke-gold"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[category]}
    </svg>
  )
}
