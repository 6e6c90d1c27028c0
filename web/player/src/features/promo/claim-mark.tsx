import type { ClaimKind } from './claim-queries'

const packet =
  'M6 3h12a1.500 1.500 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 18 21H6a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 6 3ZM4.500 7.500Q12 14 19.500 7.500M12 9a2.200 2.200 0 1 1 0 4.400A2.200 2.200 0 0 1 12 9Z'
const rebate =
  'M4 12a8 8 0 0 1 13.700-5.600L20 8.500M20 4v4.500h-4.500M20 12a8 8 0 0 1-13.700 5.600L4 15.500M4 20v-4.500h4.500M12 8.500v7M9.800 10.500h4.400'
const percent =
  'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM8.800 15.200l6.400-6.400M9.200 8.300a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600ZM14.800 13.100a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600Z'

const drawings: Record<ClaimKind, string> = {
  red_packets: packet,
  board_packet: packet,
  // A cup.
  streak:
    'M7 4h10v5a5 5 0 0 1-10 0ZM7 5.500H4V7a3 3 0 0 0 3.200 3M17 5.500h3V7a3 3 0 0 1-3.200 3M12 14v3.500M8.500 20.500h7M9.500 20.500c0-2 1-3 2.500-3s2.500 1 2.500 3',
  board_rebate: rebate,
  sport_rebate: rebate,
  daily_bonus: percent,
  first_bonus: percent,
  // Two people.
  referral:
    'M9 4.500a3.200 3.200 0 1 1 0 6.400 3.200 3.200 0 0 1 0-6.400ZM3 19.500c0-3.600 2.400-5.800 6-5.800s6 2.200 6 5.800M18.500 8.500v6M15.500 11.500h6',
  // A present.
  surprise:
    'M4 9h16v4H4ZM5.500 13v7.500h13V13M12 9v11.500M12 9C9 9 7 7.800 7 6a2 2 0 0 1 2.200-2C11 4 12 6.500 12 9ZM12 9c3 0 5-1.200 5-3a2 2 0 0 0-2.200-2C13 4 12 6.500 12 9Z',
  // A lifebuoy.
  rescue:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM5.600 5.600l3.900 3.900M14.500 14.500l3.900 3.900M18.400 5.600l-3.900 3.900M9.500 14.500l-3.900 3.900',
}

/** A packet that waits to be opened. */
export function PacketMark() {
  return (
    <svg width="44" height="44" viewBox="0 0 44 44" fill="none" aria-hidden="true" className="shrink-0">
      <rect x="7" y="3" width="30" height="38" rx="4" fill="#a8322a" />
      <path d="M7 7a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v6Q22 28 7 13Z" fill="#d9523f" />
      <path d="M7 13Q22 28 37 13" stroke="#e0b252" strokeWidth="1.600" />
      <circle cx="22" cy="20" r="6.500" fill="#e0b252" stroke="#7a5212" />
      <rect x="19.800" y="17.800" width="4.400" height="4.400" rx="0.800" fill="#5d1611" />
      <path d="M14 33h16M18 36.500h8" stroke="#e0b252" strokeOpacity=".7" strokeWidth="1.600" strokeLinecap="round" />
    </svg>
  )
}

/** The promotion's kind, as a drawing. */
export function ClaimMark({ kind, quiet = false }: { kind: ClaimKind; quiet?: boolean }) {
  return (
    <span
      className={`grid size-11 shrink-0 place-items-center rounded-xl ${
        quiet ? 'bg-raised text-mute' : 'bg-gold/10 text-gold'
      }`}
    >
      <svg
        width="24"
        height="24"
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={drawings[kind]} />
      </svg>
    </span>
  )
}
