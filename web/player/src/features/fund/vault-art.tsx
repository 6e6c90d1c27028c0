const rays =
  'M169 95L216 103L213 116L168 99ZM72 99L27 116L24 103L71 95ZM71 73L24 65L27 52L72 69ZM83 50L46 20L56 10L86 47ZM105 36L88 -9L101 -12L109 35ZM131 35L139 -12L152 -9L135 36ZM154 47L184 10L194 20L157 50ZM168 69L213 52L216 65L169 73Z'

const sparks = [
  [46, 34, 1],
  [196, 44, 0.8],
  [176, 16, 0.6],
  [62, 82, 0.55],
  [206, 96, 0.6],
] as const

const smallCoins = [
  [34, 150, 0.9, -12],
  [60, 160, 0.7, 16],
  [182, 160, 0.7, -16],
  [208, 150, 0.9, 12],
] as const

/** A vault whose coin has come up: the fund, and what can be unlocked of it. Its parts move by fund-notice.css. */
export function VaultArt() {
  return (
    <svg width="240" height="180" viewBox="0 0 240 180" fill="none" aria-hidden="true" className="overflow-visible">
      <defs>
        <linearGradient id="fund-gold" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f8e2aa" />
          <stop offset=".55" stopColor="#e0b252" />
          <stop offset="1" stopColor="#9c6a1c" />
        </linearGradient>
        <linearGradient id="fund-steel" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#3a4453" />
          <stop offset="1" stopColor="#1b2029" />
        </linearGradient>
        <radialGradient id="fund-glow">
          <stop offset="0" stopColor="#e0b252" stopOpacity=".55" />
          <stop offset="1" stopColor="#e0b252" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className="fund-rays">
        <circle cx="120" cy="84" r="84" fill="url(#fund-glow)" />
        <path d={rays} fill="#e0b252" fillOpacity=".22" />
      </g>
      <ellipse cx="120" cy="172" rx="92" ry="7" fill="#0d1016" />
      <rect x="58" y="64" width="124" height="100" rx="12" fill="url(#fund-steel)" stroke="#e0b252" strokeWidth="2.5" />
      <rect x="66" y="72" width="108" height="84" rx="7" stroke="#465066" strokeWidth="1.5" />
      <path d="M74 164v7h14v-7M152 164v7h14v-7" fill="#1b2029" stroke="#465066" strokeWidth="1.5" />
      <g fill="#e0b252">
        <circle cx="74" cy="80" r="2.6" />
        <circle cx="166" cy="80" r="2.6" />
        <circle cx="74" cy="148" r="2.6" />
        <circle cx="166" cy="148" r="2.6" />
      </g>
      <circle cx="120" cy="122" r="31" fill="#12151c" stroke="url(#fund-gold)" strokeWidth="3" />
      <g className="fund-wheel" stroke="url(#fund-gold)" strokeLinecap="round">
        <circle cx="120" cy="122" r="17" strokeWidth="4" />
        <path d="M120 98v48M99 110l42 24M141 110l-42 24" strokeWidth="4" />
        <circle cx="120" cy="122" r="6" fill="#1b2029" strokeWidth="3" />
      </g>
      {smallCoins.map(([x, y, scale, turn]) => (
        <g key={x} className="fund-small">
          <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
            <circle r="13" fill="url(#fund-gold)" stroke="#7a5212" strokeWidth="1.2" />
            <circle r="9.5" stroke="#7a5212" strokeWidth="1.2" />
            <rect x="-3.500" y="-3.500" width="7" height="7" rx="1" fill="#1a1204" />
          </g>
        </g>
      ))}
      <g className="fund-coin">
        <circle cx="120" cy="52" r="37" fill="url(#fund-gold)" stroke="#7a5212" strokeWidth="2" />
        <circle cx="120" cy="52" r="30" stroke="#7a5212" strokeWidth="1.6" />
        <path d="M132 41a16 16 0 1 0 0 22" stroke="#5d3f0d" strokeWidth="6" strokeLinecap="round" />
        <path d="M121 30v44" stroke="#5d3f0d" strokeWidth="4" strokeLinecap="round" />
        <path d="M96 40a27 27 0 0 1 15-13" stroke="#fff6dc" strokeWidth="3.5" strokeLinecap="round" />
      </g>
      {sparks.map(([x, y, scale]) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${scale})`}>
          <path
            className="fund-spark"
            d="M0-14C1.500-3 3-1.500 14 0 3 1.500 1.500 3 0 14-1.500 3-3 1.500-14 0-3-1.500-1.500-3 0-14Z"
            fill="#f8e2aa"
          />
        </g>
      ))}
    </svg>
  )
}
