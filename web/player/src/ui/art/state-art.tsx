import type { ReactNode } from 'react'

export type State =
  | 'data'
  | 'records'
  | 'messages'
  | 'cards'
  | 'games'
  | 'favourites'
  | 'offline'
  | 'error'
  | 'maintenance'

/** The drawings of empty and error states: one quiet drawing for each reason. */
const drawings: Record<State, ReactNode> = {
  data: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <path
        d="M38 22a8 8 0 0 1 8-8h52l24 24v58a8 8 0 0 1-8 8H46a8 8 0 0 1-8-8Z"
        fill="#232a36"
        stroke="#465066"
        strokeWidth="2"
      />
      <path d="M98 14v16a8 8 0 0 0 8 8h16" fill="#2e3644" stroke="#465066" strokeWidth="2" strokeLinejoin="round" />
      <path d="M54 54h34M54 68h52M54 82h24" stroke="#465066" strokeWidth="4" strokeLinecap="round" />
      <path d="M54 40h22" stroke="#e0b252" strokeWidth="4" strokeLinecap="round" />
      <circle cx="112" cy="88" r="17" fill="#1b2029" stroke="#e0b252" strokeWidth="3" />
      <path d="M124 100l12 12" stroke="#e0b252" strokeWidth="5" strokeLinecap="round" />
      <path d="M105 88h14" stroke="#e0b252" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  records: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <path
        d="M48 12h64v92l-9-7-8 7-7-7-8 7-8-7-7 7-8-7-9 7Z"
        fill="#232a36"
        stroke="#465066"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M60 30h24M60 46h36M60 62h36M60 78h20" stroke="#465066" strokeWidth="4" strokeLinecap="round" />
      <circle cx="122" cy="86" r="16" fill="#1b2029" stroke="#e0b252" strokeWidth="3" />
      <path d="M122 77v9l6 5" stroke="#e0b252" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  messages: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <rect x="28" y="34" width="104" height="68" rx="8" fill="#232a36" stroke="#465066" strokeWidth="2" />
      <path d="M31 40l49 36 49-36" stroke="#e0b252" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M31 97l34-31M129 97L95 66" stroke="#465066" strokeWidth="2" strokeLinecap="round" />
      <path d="M62 16h36M70 24h20" stroke="#465066" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  cards: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <rect
        x="38"
        y="18"
        width="98"
        height="62"
        rx="8"
        fill="#1b2029"
        stroke="#465066"
        strokeWidth="2"
        transform="rotate(6 87 49)"
      />
      <rect x="22" y="34" width="104" height="66" rx="8" fill="#232a36" stroke="#e0b252" strokeWidth="2" />
      <path d="M22 50h104v12H22Z" fill="#2e3644" />
      <path d="M34 86h30" stroke="#465066" strokeWidth="4" strokeLinecap="round" />
      <path d="M104 76v16M96 84h16" stroke="#e0b252" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  games: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <rect
        x="22"
        y="34"
        width="50"
        height="66"
        rx="8"
        fill="#1b2029"
        stroke="#465066"
        strokeWidth="2"
        transform="rotate(-9 47 67)"
      />
      <rect
        x="88"
        y="34"
        width="50"
        height="66"
        rx="8"
        fill="#1b2029"
        stroke="#465066"
        strokeWidth="2"
        transform="rotate(9 113 67)"
      />
      <rect x="50" y="20" width="60" height="84" rx="9" fill="#232a36" stroke="#e0b252" strokeWidth="2" />
      <rect
        x="57"
        y="27"
        width="46"
        height="70"
        rx="5"
        fill="none"
        stroke="#e0b252"
        strokeOpacity=".35"
        strokeWidth="1.5"
      />
      <path
        d="M70 52c0-7 5-11 11-11s10 4 10 9c0 8-11 8-11 17"
        fill="none"
        stroke="#e0b252"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="80" cy="78" r="3" fill="#e0b252" />
    </>
  ),
  favourites: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <path
        d="M80 100C46 76 30 62 30 44a24 24 0 0 1 44-14l6 8 6-8a24 24 0 0 1 44 14c0 18-16 32-50 56Z"
        fill="#232a36"
        stroke="#e0b252"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M42 46a13 13 0 0 1 14-14"
        fill="none"
        stroke="#e0b252"
        strokeOpacity=".5"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M66 62h28M80 48v28" stroke="#e0b252" strokeWidth="4" strokeLinecap="round" />
      <path d="M134 22l2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5ZM20 72l2 5 5 2-5 2-2 5-2-5-5-2 5-2Z" fill="#465066" />
    </>
  ),
  offline: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <path
        d="M46 92a24 24 0 0 1-2-48 34 34 0 0 1 65-6 27 27 0 0 1 7 54Z"
        fill="#232a36"
        stroke="#465066"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M58 60c13-11 31-11 44 0M66 70c8-7 20-7 28 0"
        fill="none"
        stroke="#e0b252"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="80" cy="80" r="4" fill="#e0b252" />
      <path d="M52 34l58 62" stroke="#12151c" strokeWidth="9" strokeLinecap="round" />
      <path d="M52 34l58 62" stroke="#ff7a70" strokeWidth="3.5" strokeLinecap="round" />
    </>
  ),
  error: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <path d="M80 2v14" stroke="#465066" strokeWidth="2" />
      <rect x="67" y="16" width="26" height="7" rx="2.5" fill="#2e3644" stroke="#465066" />
      <path
        d="M52 52c0-17 12-29 28-29s28 12 28 29-12 28-28 28-28-11-28-28Z"
        fill="#232a36"
        stroke="#465066"
        strokeWidth="2"
      />
      <path
        d="M68 25c-6 8-8 17-8 27s2 19 8 27M92 25c6 8 8 17 8 27s-2 19-8 27"
        fill="none"
        stroke="#465066"
        strokeWidth="1.5"
      />
      <rect x="69" y="80" width="22" height="6" rx="2" fill="#2e3644" stroke="#465066" />
      <path d="M73 86v14M80 86v18M87 86v14" stroke="#465066" strokeWidth="2" strokeLinecap="round" />
      <path d="M80 36v18" stroke="#ff7a70" strokeWidth="5" strokeLinecap="round" />
      <circle cx="80" cy="65" r="3.4" fill="#ff7a70" />
      <path d="M36 34l-10-6M32 52H20M124 34l10-6M128 52h12" stroke="#465066" strokeWidth="2.5" strokeLinecap="round" />
    </>
  ),
  maintenance: (
    <>
      <ellipse cx="80" cy="112" rx="56" ry="6" fill="#0d1016" />
      <rect x="24" y="34" width="112" height="68" rx="8" fill="#1b2029" stroke="#465066" strokeWidth="2" />
      <path d="M24 50h112" stroke="#465066" strokeWidth="2" />
      <circle cx="34" cy="42" r="2.4" fill="#465066" />
      <circle cx="43" cy="42" r="2.4" fill="#465066" />
      <circle cx="52" cy="42" r="2.4" fill="#465066" />
      <path
        d="M85.6 72.3L90.2 72.8L90.2 79.2L85.6 79.7L83.6 84.4L86.6 88L82 92.6L78.4 89.6L73.7 91.6L73.2 96.2L66.8 96.2L66.3 91.6L61.6 89.6L58 92.6L53.4 88L56.4 84.4L54.4 79.7L49.8 79.2L49.8 72.8L54.4 72.3L56.4 67.6L53.4 64L58 59.4L61.6 62.4L66.3 60.4L66.8 55.8L73.2 55.8L73.7 60.4L78.4 62.4L82 59.4L86.6 64L83.6 67.6Z"
        fill="#232a36"
        stroke="#e0b252"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="70" cy="76" r="6.7" fill="#1b2029" stroke="#e0b252" strokeWidth="2.5" />
      <path
        d="M112 92l22-22a11 11 0 0 0 13-14l-7 7-7-2-2-7 7-7a11 11 0 0 0-14 13l-22 22a7 7 0 0 0 10 10Z"
        fill="#232a36"
        stroke="#e0b252"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
    </>
  ),
}

export function StateArt({ state, size = 160 }: { state: State; size?: number }) {
  return (
    <svg width={size} height={size * 0.75} viewBox="0 0 160 120" fill="none" aria-hidden="true">
      {drawings[state]}
    </svg>
  )
}
