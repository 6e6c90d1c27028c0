import { type ReactNode, useId } from 'react'
import { type Motif, motifs } from './game-motifs'

/**
 * The data of a game's picture, as the server's Art says. The same values give the same picture everywhere.
 */
export interface Art {
  motif: string
  palette: string
  rarity: number
  seed: number
}

interface Palette {
  glow: string
  deep: string
  accent: string
  shade: string
}

/** One colour beside the gold; all of them stand on the same charcoal. */
export const palettes = {
  gold: { glow: '#6b4c17', deep: '#2a2113', accent: '#d98f2b', shade: '#9a5a17' },
  crimson: { glow: '#6e1f22', deep: '#2a1418', accent: '#d2463c', shade: '#8f2229' },
  jade: { glow: '#17543f', deep: '#10261f', accent: '#33a37c', shade: '#1c6b53' },
  azure: { glow: '#1c4b78', deep: '#121f31', accent: '#3f8fd6', shade: '#245f9c' },
  violet: { glow: '#4a2d73', deep: '#1f1830', accent: '#8f66d0', shade: '#5f3f9c' },
  ember: { glow: '#74381a', deep: '#2b1a13', accent: '#e0722f', shade: '#a5481c' },
  rose: { glow: '#6d2748', deep: '#2b1622', accent: '#dc6a94', shade: '#a23e69' },
  ink: { glow: '#2c4a54', deep: '#161f26', accent: '#5f8f9c', shade: '#3a626e' },
  pearl: { glow: '#4d5160', deep: '#1e222b', accent: '#9fb0c6', shade: '#6c7c93' },
} satisfies Record<string, Palette>

interface Tone {
  fill?: string
  stroke?: string
  width?: number
  opacity?: number
}

/** The letters of the motifs. Upper case is the darker of a pair. */
function tonesOf(p: Palette, gold: string): Record<string, Tone> {
  return {
    g: { fill: gold },
    G: { fill: '#8f611b' },
    l: { fill: '#f8e2aa' },
    w: { fill: '#f4ecd8' },
    c: { fill: p.accent },
    C: { fill: p.shade },
    k: { fill: '#14181f' },
    K: { fill: '#20262f', stroke: '#b98a35', width: 1.6 },
    x: { fill: '#c8372d' },
    s: { stroke: gold, width: 2 },
    b: { stroke: gold, width: 4 },
    B: { stroke: '#14181f', width: 3.4 },
    S: { stroke: '#14181f', width: 2 },
    t: { stroke: '#fbeecb', width: 1.3, opacity: 0.62 },
    r: { stroke: '#8f611b', width: 1.9 },
    R: { stroke: '#8f611b', width: 2.6 },
    p: { stroke: p.accent, width: 6.5 },
    q: { stroke: p.accent, width: 2.6 },
    W: { stroke: '#f4ecd8', width: 5 },
  }
}

interface Shape extends Tone {
  d: string
  turn?: string
}

/** `@x,y,r` and `@x,y,rx,ry` as path commands. */
const rounded = (path: string) =>
  path.replace(/@([\d.,-]+)/g, (_, numbers: string) => {
    const [x = 0, y = 0, rx = 0, ry = rx] = numbers.split(',').map(Number)
    return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
  })

/** The motif's layers with every copy of them. */
function shapesOf(motif: string, tones: Record<string, Tone>): Shape[] {
  const shapes: Shape[] = []
  for (const layer of motif.split('|')) {
    const [, copies = '', letter = '', path = ''] = /^(\*|\^\d+)?(\w) ?(.*)$/.exec(layer) ?? []
    const shape = { ...tones[letter], d: rounded(path) }
    if (!copies.startsWith('^')) shapes.push(shape)
    if (copies === '*') shapes.push({ ...shape, turn: 'matrix(-1 0 0 1 96 0)' })
    const times = copies.startsWith('^') ? Number(copies.slice(1)) : 0
    for (let i = 0; i < times; i++) shapes.push({ ...shape, turn: `rotate(${(360 / times) * i} 48 48)` })
  }
  return shapes
}

/** A small generator of its own, so that a picture never depends on the engine's. */
function dice(seed: number) {
  let state = (seed * 2654435761 + 12345) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const fixed = (n: number) => Number(n.toFixed(1))

/** Motifs that read the wrong way round in a mirror. */
const upright = new Set<string>(['seven', 'tile', 'lotto', 'urn', 'cards', 'dice', 'coin', 'tiger', 'teapot'])

/** The ground behind the motif: one of five, turned by the seed, in the palette's colour. */
function groundOf(seed: number, roll: () => number, accent: string): Shape[] {
  const ground: Shape = { d: '', stroke: accent, opacity: 0.26, width: 1.2 }
  switch (Math.abs(seed) % 5) {
    case 0: {
      const rays = 14
      const turn = roll() * (360 / rays)
      return Array.from({ length: rays }, (_, i) => ({
        d: 'M48 48L44.4-30H51.600Z',
        fill: accent,
        opacity: 0.1,
        turn: `rotate(${fixed(turn + (360 / rays) * i)} 48 48)`,
      }))
    }
    case 1:
      return [22, 32, 42, 52, 62].map((r) => ({ ...ground, d: rounded(`@48,48,${r}`), opacity: 0.34 - r / 260 }))
    case 2: {
      let d = ''
      for (let row = 0; row < 5; row++)
        for (let x = row % 2 ? -12 : 0; x < 110; x += 24)
          for (const r of [12, 8, 4]) d += `M${x - r} ${56 + row * 9}a${r} ${r} 0 0 1 ${2 * r} 0`
      return [{ ...ground, d }]
    }
    case 3: {
      let d = ''
      for (let x = -96; x < 192; x += 16) d += `M${x} 0l96 96M${x + 96} 0l-96 96`
      return [{ ...ground, d, opacity: 0.13 }]
    }
    default: {
      let d = ''
      for (let i = 0; i < 34; i++)
        d += rounded(`@${fixed(roll() * 96)},${fixed(roll() * 96)},${fixed(0.4 + roll() * 1.3)}`)
      return [{ d, fill: '#f8e2aa', opacity: 0.42 }]
    }
  }
}

/** The part of the field that shows: all of it, or four thirds for wide cards. */
export type Ratio = 'square' | 'wide'

const fields = { square: { top: 0, high: 96, scale: 0.72 }, wide: { top: 12, high: 72, scale: 0.61 } }

const corner = 'M5 21V10a5 5 0 0 1 5-5h11M9.500 17v-5a2.500 2.500 0 0 1 2.500-2.500h5v6h-5'

/** The frame says how rare a game is: a thin line, gold corners, or a full gold frame. */
function frameOf(rarity: number, gold: string, accent: string, { top, high }: Field, accompanied: boolean): Shape[] {
  const line = (inset: number) => {
    const [wide, tall] = [84 - 2 * inset, high - 12 - 2 * inset]
    return `M${inset + 6} ${top + inset}h${wide}a6 6 0 0 1 6 6v${tall}a6 6 0 0 1-6 6h${-wide}a6 6 0 0 1-6-6v${-tall}a6 6 0 0 1 6-6Z`
  }
  const corners = [
    `matrix(1 0 0 1 0 ${top})`,
    `matrix(-1 0 0 1 96 ${top})`,
    ...(accompanied ? [] : [`matrix(1 0 0 -1 0 ${top + high})`, `matrix(-1 0 0 -1 96 ${top + high})`]),
  ].map((turn) => ({ d: corner, stroke: gold, width: 1.3, opacity: 0.9, turn }))
  const thin = { d: line(3), stroke: accent, width: 1, opacity: 0.5 }
  if (rarity >= 3) return [{ d: line(1.8), stroke: gold, width: 1.8 }, ...corners]
  return rarity === 2 ? [thin, ...corners] : [thin]
}

function sparkles(rarity: number, roll: () => number, { top, high }: Field): Shape[] {
  const places = [
    [14, 0.36],
    [83, 0.31],
    [86, 0.56],
    [11, 0.57],
    [30, 0.14],
    [68, 0.13],
  ]
  const first = Math.floor(roll() * places.length)
  return Array.from({ length: rarity === 3 ? 4 : rarity - 1 }, (_, i) => {
    const [x = 0, down = 0] = places[(first + i * 2 + (i > 2 ? 1 : 0)) % places.length] ?? []
    const r = fixed(2.2 + roll() * 2)
    const n = fixed(r * 0.3)
    const long = fixed(r - n)
    return {
      d: `M${x} ${fixed(top + down * high - r)}l${n} ${long} ${long} ${n}-${long} ${n}-${n} ${long}-${n}-${long}-${long}-${n} ${long}-${n}Z`,
      fill: '#fff3cf',
      opacity: 0.9,
    }
  })
}

/** The small drawings at a motif's feet, so that games of one motif still differ. */
const companions: Motif[] = ['ingot', 'gem', 'coin', 'lotus']

type Field = (typeof fields)[Ratio]

interface Group {
  shapes: Shape[]
  place: string
}

interface Picture {
  field: Field
  palette: Palette
  behind: Shape[]
  groups: Group[]
  before: Shape[]
}

const isMotif = (name: string): name is Motif => Object.hasOwn(motifs, name)
const isPalette = (name: string): name is keyof typeof palettes => Object.hasOwn(palettes, name)

/** Everything a picture consists of. An unknown motif or palette, of a newer server, is drawn as a coin in gold. */
function pictureOf({ motif, palette, rarity, seed }: Art, ratio: Ratio, gold: string): Picture {
  const p: Palette = palettes[isPalette(palette) ? palette : 'gold']
  const field = fields[ratio]
  const roll = dice(seed)
  const name = isMotif(motif) ? motif : 'coin'
  const tones = tonesOf(p, gold)
  const scale = field.scale + roll() * 0.04
  const flipped = roll() < 0.5 && !upright.has(name)
  const groups = [{ shapes: shapesOf(motifs[name], tones), place: placed(48, 48, scale, flipped) }]
  const companion = companions[Math.floor(roll() * companions.length * 2)]
  const accompanied = companion !== undefined && companion !== name
  if (accompanied) {
    const shapes = shapesOf(motifs[companion], tones)
    const low = field.top + field.high - 17
    groups.unshift({ shapes, place: placed(19 + roll() * 3, low, 0.22 + roll() * 0.05, false) })
    if (roll() < 0.7) groups.unshift({ shapes, place: placed(77 - roll() * 3, low + 1, 0.17 + roll() * 0.05, true) })
  }
  return {
    field,
    palette: p,
    behind: groundOf(seed, roll, p.accent),
    groups,
    before: [...sparkles(rarity, roll, field), ...frameOf(rarity, gold, p.accent, field, accompanied)],
  }
}

/** Puts a drawing's middle at x, y. */
function placed(x: number, y: number, scale: number, flipped: boolean) {
  const [across, down] = [Number(scale.toFixed(3)) * (flipped ? -1 : 1), Number(scale.toFixed(3))]
  return `matrix(${across} 0 0 ${down} ${fixed(x - 48 * across)} ${fixed(y - 48 * down)})`
}

const goldStops = [
  [0, '#f9e4ac'],
  [0.5, '#e0b252'],
  [1, '#a8741f'],
] as const

/** A game's picture. Decorative: the name beside it says which game it is. */
export function GameArt({ art, ratio = 'square', className }: { art: Art; ratio?: Ratio; className?: string }) {
  const id = useId()
  const picture = pictureOf(art, ratio, `url(#${id}g)`)
  const { top, high } = picture.field
  return (
    <svg viewBox={`0 ${top} 96 ${high}`} className={className} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}g`} gradientUnits="userSpaceOnUse" x1="30" y1="8" x2="66" y2="90">
          {goldStops.map(([offset, color]) => (
            <stop key={offset} offset={offset} stopColor={color} />
          ))}
        </linearGradient>
        <radialGradient id={`${id}b`} cx=".5" cy=".46" r=".68">
          <stop offset="0" stopColor={picture.palette.glow} />
          <stop offset=".62" stopColor={picture.palette.deep} />
          <stop offset="1" stopColor="#12151c" />
        </radialGradient>
      </defs>
      <rect width="96" height="96" fill={`url(#${id}b)`} />
      <g strokeLinecap="round" strokeLinejoin="round">
        <Shapes of={picture.behind} />
        <ellipse cx="48" cy={top + high - 13} rx="28" ry="4" fill="#0d1016" opacity=".5" />
        {picture.groups.map(({ shapes, place }) => (
          <g key={place} transform={place}>
            <Shapes of={shapes} />
          </g>
        ))}
        <Shapes of={picture.before} />
      </g>
    </svg>
  )
}

function Shapes({ of }: { of: Shape[] }): ReactNode {
  return of.map(({ d, fill, stroke, width, opacity, turn }, i) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a drawing never change their order
      key={i}
      d={d}
      fill={fill ?? 'none'}
      stroke={stroke}
      strokeWidth={width}
      opacity={opacity}
      transform={turn || undefined}
    />
  ))
}

/** The same picture as a file's text, for the addresses that ImgUrl names. */
export function gameArtSvg(art: Art, ratio: Ratio = 'square'): string {
  const picture = pictureOf(art, ratio, 'url(#g)')
  const { top, high } = picture.field

  const groups = picture.groups.map(({ shapes, place }) => `<g transform="${place}">${text(shapes)}</g>`).join('')
  const stops = goldStops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')
  const { glow, deep } = picture.palette
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} 96 ${high}" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="30" y1="8" x2="66" y2="90">${stops}</linearGradient><radialGradient id="b" cx=".5" cy=".46" r=".68"><stop offset="0" stop-color="${glow}"/><stop offset=".62" stop-color="${deep}"/><stop offset="1" stop-color="#12151c"/></radialGradient></defs><rect width="96" height="96" fill="url(#b)"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${text(picture.behind)}<ellipse cx="48" cy="${top + high - 13}" rx="28" ry="4" fill="#0d1016" opacity=".5"/>${groups}${text(picture.before)}</g></svg>`
}

/** Shapes as the text of an SVG file. */
const text = (shapes: Shape[]) =>
  shapes
    .map(({ d, fill, stroke, width, opacity, turn }) => {
      const line = stroke ? ` stroke="${stroke}" stroke-width="${width}"` : ''
      return `<path d="${d}"${fill ? ` fill="${fill}"` : ''}${line}${opacity ? ` opacity="${fixed2(opacity)}"` : ''}${turn ? ` transform="${turn}"` : ''}/>`
    })
    .join('')

const fixed2 = (n: number) => Number(n.toFixed(2))

/** A motif alone, without ground or frame, as a file's text: what a slot game's reels show. */
export function motifSvg(motif: string, palette: string): string {
  const p: Palette = palettes[isPalette(palette) ? palette : 'gold']
  const shapes = shapesOf(motifs[isMotif(motif) ? motif : 'coin'], tonesOf(p, 'url(#g)'))
  const stops = goldStops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="30" y1="8" x2="66" y2="90">${stops}</linearGradient></defs><g fill="none" stroke-linecap="round" stroke-linejoin="round">${text(shapes)}</g></svg>`
}
