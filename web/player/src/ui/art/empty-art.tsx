/** A quiet lantern for lists with nothing in them; broken, it has gone out. */
export function EmptyArt({ broken = false }: { broken?: boolean }) {
  const light = broken ? '#465066' : '#e0b252'
  return (
    <svg width="112" height="96" viewBox="0 0 112 96" fill="none" aria-hidden="true">
      <ellipse cx="56" cy="88" rx="40" ry="5" fill="#0d1016" />
      <path d="M56 4v12" stroke="#465066" strokeWidth="2" />
      <rect x="44" y="16" width="24" height="6" rx="2" fill="#2e3644" stroke="#465066" />
      <path
        d="M34 42c0-12 10-20 22-20s22 8 22 20-10 20-22 20-22-8-22-20Z"
        fill="#232a36"
        stroke={light}
        strokeWidth="2"
      />
      <path
        d="M46 23c-5 5-7 12-7 19s2 14 7 19M66 23c5 5 7 12 7 19s-2 14-7 19M56 22v40"
        stroke={light}
        strokeOpacity=".45"
      />
      <rect x="46" y="61" width="20" height="5" rx="2" fill="#2e3644" stroke="#465066" />
      <path d="M50 66v14M56 66v18M62 66v14" stroke={light} strokeOpacity=".6" strokeWidth="2" strokeLinecap="round" />
      {!broken && <circle cx="56" cy="42" r="7" fill="#e0b252" fillOpacity=".25" />}
      {broken && <path d="M50 36l12 12M62 36L50 48" stroke="#8d96a6" strokeWidth="2" strokeLinecap="round" />}
    </svg>
  )
}
