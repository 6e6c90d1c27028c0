import { type Band, bandOf, bands, outlines } from './emblem-shapes'

interface Props {
  level: number
  /** How many levels there are, so that the last has the last emblem. */
  levels: number
  /** Writes the level into it; small emblems have the level beside them. */
  numbered?: boolean
  className?: string
}

/** The emblem of a level. Its parts are drawn once, by EmblemSheet. */
export function Emblem({ level, levels, numbered = false, className = '' }: Props) {
  const band = bandOf(level, levels)
  const light = bands[band - 1]?.metal[0] ?? '#949dac'
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`#vip-band-${band}`} />
      {numbered ? (
        <text x="48" y="62" textAnchor="middle" fontSize="28" fontWeight="800" fill={light} className="tabular">
          {level}
        </text>
      ) : (
        <path d={star} transform="translate(48 52) scale(1.100)" fill={light} fillOpacity={band > 0 ? 1 : 0.5} />
      )}
    </svg>
  )
}

/** The medal fills its square, and leaves the corners to feathers and crown. */
const larger = 'translate(48 52) scale(1.18) translate(-48 -50)'
const inside = (scale: number) => `translate(48 50) scale(${scale}) translate(-48 -50)`

const star = 'M0-14C1.500-3 3-1.500 14 0 3 1.500 1.500 3 0 14-1.500 3-3 1.500-14 0-3-1.500-1.500-3 0-14Z'

/** The drawings of all bands, once for a page. */
export function EmblemSheet() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <radialGradient id="vip-glow">
          <stop offset="0" stopColor="#f2cb68" stopOpacity=".55" />
          <stop offset="1" stopColor="#f2cb68" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="vip-shine" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".3" />
          <stop offset=".5" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <symbol id="vip-band-0" viewBox="0 0 96 96">
        <g transform={larger}>
          <path d={outlines.coin} fill="#232a36" stroke="#465066" strokeWidth="2.500" />
          <path d={outlines.coin} transform={inside(0.8)} fill="#1b2029" stroke="#2e3644" strokeWidth="1.500" />
        </g>
      </symbol>
      {bands.map((band, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a band is known by
        <Drawing key={at} band={band} id={`vip-band-${at + 1}`} />
      ))}
    </svg>
  )
}

function Drawing({ band, id }: { band: Band; id: string }) {
  const [light, middle, dark] = band.metal
  const outline = outlines[band.outline]
  const metal = `url(#${id}-metal)`
  return (
    <>
      <defs>
        <linearGradient id={`${id}-metal`} x1="0" y1="0" x2="0.300" y2="1">
          <stop offset="0" stopColor={light} />
          <stop offset=".5" stopColor={middle} />
          <stop offset="1" stopColor={dark} />
        </linearGradient>
        <linearGradient id={`${id}-enamel`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={band.enamel[0]} />
          <stop offset="1" stopColor={band.enamel[1]} />
        </linearGradient>
      </defs>
      <symbol id={id} viewBox="0 0 96 96">
        {band.rays && <circle cx="48" cy="48" r="48" fill="url(#vip-glow)" />}
        {Array.from({ length: band.feathers }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a feather is known by
          <Feathers key={at} at={at} metal={metal} edge={dark} />
        ))}
        {band.crown && <Crown large={band.crown === 'large'} metal={metal} edge={dark} jewel={band.enamel[0]} />}
        <g transform={larger} strokeLinejoin="round">
          <path d={outline} fill={metal} stroke={dark} strokeWidth="1" />
          <g transform={inside(0.83)}>
            <path d={outline} fill={`url(#${id}-enamel)`} stroke={dark} strokeWidth="1.500" />
            <path d={outline} fill="url(#vip-shine)" />
          </g>
          <path
            d={outline}
            transform={inside(0.7)}
            fill="none"
            stroke={light}
            strokeOpacity=".35"
            strokeWidth="1.200"
          />
        </g>
      </symbol>
    </>
  )
}

/** From the lowest up, and each shorter than the one below it. */
function Feathers({ at, metal, edge }: { at: number; metal: string; edge: string }) {
  const feather = (
    <path
      d="M0 0C8-8 24-9 36-3 26 4 10 6 0 0Z"
      transform={`translate(${62 - at} ${70 - at * 6}) rotate(${-8 - at * 12}) scale(${0.94 - at * 0.05})`}
      fill={metal}
      stroke={edge}
      strokeWidth=".900"
    />
  )
  return (
    <>
      {feather}
      <g transform="translate(96 0) scale(-1 1)">{feather}</g>
    </>
  )
}

function Crown({ large, metal, edge, jewel }: { large: boolean; metal: string; edge: string; jewel: string }) {
  return (
    <g transform={`translate(48 ${large ? 20 : 21}) scale(${large ? 1.1 : 0.85})`}>
      <path
        d="M-13 0-16-11-7.500-5.500 0-16 7.500-5.500 16-11 13 0Z"
        fill={metal}
        stroke={edge}
        strokeWidth="1"
        strokeLinejoin="round"
      />
      <g fill={jewel} stroke={edge} strokeWidth=".500">
        <circle cy="-5.500" r="2.200" />
        {large && (
          <>
            <circle cx="-7.500" cy="-2.500" r="1.500" />
            <circle cx="7.500" cy="-2.500" r="1.500" />
          </>
        )}
      </g>
    </g>
  )
}
