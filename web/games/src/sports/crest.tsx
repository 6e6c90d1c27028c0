const paints = ['#b8322a', '#1f5fa8', '#1d7a52', '#7a3fa0', '#c07a1a', '#2b6f7d', '#8b2d5b', '#47506b']
const shapes = [
  'M20 3 36 8v13c0 9-7 14-16 17C11 35 4 30 4 21V8z',
  'M20 2 37 14 31 35H9L3 14z',
  'M20 2 36 11v18L20 38 4 29V11z',
  'M6 4h28v18c0 9-8 13-14 16C14 35 6 31 6 22z',
]

function hash(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum
}

/** A team's crest: shape, colours and pattern follow from its name. */
export function Crest({ name }: { name: string }) {
  const seed = hash(name)
  const shape = shapes[seed % shapes.length]
  const first = paints[(seed >>> 3) % paints.length]
  const second = paints[((seed >>> 3) + 1 + ((seed >>> 7) % (paints.length - 1))) % paints.length]
  const pattern = (seed >>> 11) % 3
  const id = `crest-${seed}`
  return (
    <svg className="crest" viewBox="0 0 40 40" aria-hidden="true">
      <clipPath id={id}>
        <path d={shape} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width="40" height="40" fill={first} />
        {pattern === 0 && <path d="M0 0h20v40H0z" fill={second} />}
        {pattern === 1 && <path d="M0 14h40v12H0z" fill={second} />}
        {pattern === 2 && <path d="M-4 34 30-4h14L4 44z" fill={second} />}
      </g>
      <path d={shape} fill="none" stroke="#e0b252" strokeWidth="2" />
      <text x="20" y="26" textAnchor="middle" fontSize="16" fontWeight="700" fill="#fff6df">
        {[...name].at(-1)}
      </text>
    </svg>
  )
}

/** The ball or the pad of a league. */
export function SportIcon({ sport }: { sport: 'football' | 'basketball' | 'esports' }) {
  return (
    <svg className="sport-icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" strokeWidth="1.6">
      {sport === 'football' && (
        <g stroke="#cfd6cf">
          <circle cx="12" cy="12" r="9" />
          <path d="m12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4z" fill="#cfd6cf" />
          <path d="M12 8V3.5M15.8 10.8l4.6-1.6M14.3 15.2l2.8 4M9.7 15.2l-2.8 4M8.2 10.8 3.6 9.2" />
        </g>
      )}
      {sport === 'basketball' && (
        <g stroke="#f0a15a">
          <circle cx="12" cy="12" r="9" />
          <path d="M3 12h18M12 3v18M6 5.5c4 3.5 4 9.5 0 13M18 5.5c-4 3.5-4 9.5 0 13" />
        </g>
      )}
      {sport === 'esports' && (
        <g stroke="#9dc0ff">
          <path d="M7 7h10c3 0 5 10 3 11s-4-3-5-3H9c-1 0-3 4-5 3S4 7 7 7z" />
          <path d="M8 9.5v4M6 11.5h4" />
          <circle cx="16" cy="11.5" r="1.2" fill="#9dc0ff" />
        </g>
      )}
    </svg>
  )
}
