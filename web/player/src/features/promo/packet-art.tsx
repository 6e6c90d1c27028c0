import type { ReactNode } from 'react'

/** Colours of the packets; each drawing that uses them brings them along under a name of its own. */
function Paints({ name }: { name: string }) {
  return (
    <defs>
      <linearGradient id={`${name}-gold`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#f8e2aa" />
        <stop offset=".55" stopColor="#e0b252" />
        <stop offset="1" stopColor="#9c6a1c" />
      </linearGradient>
      <linearGradient id={`${name}-red`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#cf4436" />
        <stop offset="1" stopColor="#7c1f19" />
      </linearGradient>
      <radialGradient id={`${name}-glow`}>
        <stop offset="0" stopColor="#e0b252" stopOpacity=".6" />
        <stop offset="1" stopColor="#e0b252" stopOpacity="0" />
      </radialGradient>
    </defs>
  )
}

function Frame({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      width="240"
      height="220"
      viewBox="0 0 240 220"
      fill="none"
      aria-hidden="true"
      className={`h-44 w-auto overflow-visible ${className}`}
    >
      {children}
    </svg>
  )
}

const flapDown = 'M54 62a12 12 0 0 1 12-12h108a12 12 0 0 1 12 12v22q-66 62-132 0Z'
const flapUp = 'M54 62V48Q120-18 186 48v14Z'
const pocket = 'M54 66q66 60 132 0v128a12 12 0 0 1-12 12H66a12 12 0 0 1-12-12Z'

/** Four clouds in gold line, as on the paper of such packets. */
const clouds =
  'M74 176h34a8 8 0 0 0 0-16 6 6 0 0 0-5 9M84 160a10 10 0 0 1 18-10M166 176h-34a8 8 0 0 1 0-16 6 6 0 0 1 5 9M156 160a10 10 0 0 0-18-10M96 188h48'

function Coin({ paint, x, y, r, turn = 0 }: { paint: string; x: number; y: number; r: number; turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${r / 20})`}>
      <circle r="20" fill={`url(#${paint}-gold)`} stroke="#7a5212" strokeWidth="1.6" />
      <circle r="15.500" stroke="#7a5212" strokeWidth="1.4" />
      <rect x="-5.500" y="-5.500" width="11" height="11" rx="1.600" fill="#5d1611" stroke="#7a5212" strokeWidth="1.4" />
    </g>
  )
}

/** Closed; `waiting` rocks it while the server draws. */
export function ClosedPacket({ waiting }: { waiting: boolean }) {
  return (
    <Frame className={waiting ? 'packet-waiting' : ''}>
      <Paints name="shut" />
      <circle cx="120" cy="118" r="112" fill="url(#shut-glow)" opacity=".55" />
      <ellipse cx="120" cy="212" rx="70" ry="6" fill="#0d1016" />
      <rect x="54" y="50" width="132" height="156" rx="12" fill="url(#shut-red)" />
      <rect x="61" y="57" width="118" height="142" rx="8" stroke="#e0b252" strokeOpacity=".35" strokeWidth="1.600" />
      <path d={clouds} stroke="#e0b252" strokeOpacity=".55" strokeWidth="2.400" strokeLinecap="round" />
      <path d={flapDown} fill="#d9523f" />
      <path d="M54 84q66 62 132 0" stroke="#e0b252" strokeWidth="3" />
      <g className="packet-seal">
        <Coin paint="shut" x={120} y={114} r={25} />
      </g>
    </Frame>
  )
}

const sparks = [
  [40, 52, 1],
  [204, 40, 0.8],
  [30, 124, 0.6],
  [214, 112, 0.7],
  [70, 22, 0.6],
] as const

/** Open, with what was in it coming out. Its parts move by packet.css. */
export function OpenPacket() {
  return (
    <Frame>
      <Paints name="open" />
      <g className="packet-glow">
        <circle cx="120" cy="92" r="104" fill="url(#open-glow)" />
      </g>
      <ellipse cx="120" cy="212" rx="70" ry="6" fill="#0d1016" />
      <path className="packet-flap" d={flapUp} fill="#a8392d" stroke="#e0b252" strokeOpacity=".6" strokeWidth="2" />
      <rect x="54" y="50" width="132" height="156" rx="12" fill="#5d1611" />
      <g className="packet-card">
        <rect
          x="66"
          y="22"
          width="108"
          height="120"
          rx="8"
          fill="url(#open-gold)"
          stroke="#7a5212"
          strokeWidth="1.500"
        />
        <rect x="73" y="29" width="94" height="106" rx="5" stroke="#7a5212" strokeOpacity=".55" strokeWidth="1.500" />
        <path
          d="M104 44l16 20 16-20M120 64v32M106 72h28M106 84h28"
          stroke="#5d3f0d"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
      <g className="packet-coins">
        <Coin paint="open" x={72} y={70} r={16} turn={-14} />
        <Coin paint="open" x={171} y={74} r={14} turn={18} />
      </g>
      <path d={pocket} fill="url(#open-red)" />
      <path d="M54 66q66 60 132 0" stroke="#e0b252" strokeWidth="3" />
      <path d={clouds} stroke="#e0b252" strokeOpacity=".55" strokeWidth="2.400" strokeLinecap="round" />
      <g className="packet-front">
        <path d={flapDown} fill="#d9523f" />
        <path d="M54 84q66 62 132 0" stroke="#e0b252" strokeWidth="3" />
        <Coin paint="open" x={120} y={114} r={25} />
      </g>
      {sparks.map(([x, y, scale]) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${scale})`}>
          <path
            className="packet-spark"
            d="M0-14C1.500-3 3-1.500 14 0 3 1.500 1.500 3 0 14-1.500 3-3 1.500-14 0-3-1.500-1.500-3 0-14Z"
            fill="#f8e2aa"
          />
        </g>
      ))}
    </Frame>
  )
}
