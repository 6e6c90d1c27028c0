import { canvasOf, down, glow, numbers, oval, type Pen, turn } from './brush'

/** The colours of a hall: water from above to below, light, sand and what grows. */
export interface Water {
  high: string
  mid: string
  deep: string
  light: string
  sand: string
  rock: string
  growth: [string, string, string]
}

const waters: Record<string, Water> = {
  azure: w('#39b7e8', '#136aa8', '#07284f', '#d8fbff', '#d9b980', '#0c3a63', ['#ff7f6a', '#ffb64d', '#c66bd6']),
  jade: w('#3fd0b0', '#12806f', '#05332f', '#e6fff0', '#d3c68a', '#0b4a43', ['#ff9d5c', '#ffe07a', '#57c77a']),
  ember: w('#f2a65a', '#a8452c', '#3a1222', '#fff0c9', '#e2a765', '#551d28', ['#ffcf5a', '#ff6a4d', '#d94f7a']),
  violet: w('#8a74e0', '#43309a', '#150c3c', '#efe2ff', '#a58fc0', '#251759', ['#58e0ff', '#ff7fd0', '#9b7bff']),
  crimson: w('#f08a7a', '#962f47', '#2f0d24', '#ffe3cf', '#dba374', '#4a1430', ['#ffb14d', '#ff5f6d', '#ffd98a']),
  rose: w('#f7a8c4', '#a8497f', '#3a1440', '#fff0f6', '#e6b9a0', '#541d55', ['#ff8fa0', '#ffd0e0', '#b07bff']),
  ink: w('#7fb4c4', '#2d6377', '#0b222f', '#e6fbff', '#a9aa94', '#123440', ['#e0b252', '#7fd0c0', '#c98a6a']),
  gold: w('#f2cf7a', '#a8782c', '#35210c', '#fff8dc', '#e8c27a', '#4f3312', ['#ff8a5c', '#ffe38a', '#e0b252']),
  pearl: w('#cfe4ee', '#6f95ab', '#23394a', '#ffffff', '#e2d8c4', '#36525f', ['#ffb3c4', '#ffe6b0', '#a8d8e8']),
}

function w(
  high: string,
  mid: string,
  deep: string,
  light: string,
  sand: string,
  rock: string,
  growth: Water['growth'],
) {
  return { high, mid, deep, light, sand, rock, growth }
}

export const waterOf = (palette: string): Water => waters[palette] ?? (waters.azure as Water)

/** The still part of the sea, painted once for a size. */
export function paintSea(width: number, height: number, scale: number, water: Water, seed: number): HTMLCanvasElement {
  const [canvas, pen] = canvasOf(width * scale, height * scale)
  pen.scale(scale, scale)
  const draw = numbers(seed)
  pen.fillStyle = down(pen, 0, height, water.high, water.mid, water.deep, water.deep)
  pen.fillRect(0, 0, width, height)
  pen.globalAlpha = 0.75
  pen.fillStyle = glow(
    pen,
    width * 0.5,
    -height * 0.1,
    Math.max(width, height) * 0.7,
    water.light,
    `${water.high}66`,
    'rgba(0,0,0,0)',
  )
  pen.fillRect(0, 0, width, height)
  pen.globalAlpha = 1
  const unit = Math.min(width, height * 1.4)
  ridge(pen, width, height, 0.66, 0.12, water.mid, 0.5, draw)
  ruin(pen, width * (0.18 + draw() * 0.12), height * 0.86, unit * 0.3, water.rock, 0.5)
  ridge(pen, width, height, 0.76, 0.1, water.rock, 0.62, draw)
  ruin(pen, width * (0.74 + draw() * 0.1), height * 0.93, unit * 0.38, water.rock, 0.78)
  sand(pen, width, height, water, draw)
  for (const side of [0, 1]) {
    for (let i = 0; i < 9; i++) {
      const x = side === 0 ? draw() * width * 0.24 : width - draw() * width * 0.24
      const y = height - draw() * height * 0.05 + 4
      const size = unit * (0.04 + draw() * 0.08)
      const colour = water.growth[Math.floor(draw() * 3)] ?? '#ff7f6a'
      const which = draw()
      if (which < 0.5) branches(pen, x, y, size, colour, draw)
      else if (which < 0.75) brain(pen, x, y, size * 0.55, colour, draw)
      else fan(pen, x, y, size, colour)
    }
  }
  for (let i = 0; i < 7; i++) {
    const x = width * (0.2 + draw() * 0.6)
    rock(pen, x, height * (0.955 + draw() * 0.04), unit * (0.02 + draw() * 0.03), water.rock, draw)
  }
  pen.fillStyle = glow(
    pen,
    width / 2,
    height * 0.42,
    Math.hypot(width, height) * 0.62,
    'rgba(0,0,0,0)',
    'rgba(0,0,0,0)',
    'rgba(2,6,24,.62)',
  )
  pen.fillRect(0, 0, width, height)
  return canvas
}

function ridge(
  pen: Pen,
  width: number,
  height: number,
  at: number,
  rough: number,
  colour: string,
  alpha: number,
  draw: () => number,
) {
  pen.beginPath()
  pen.moveTo(0, height)
  // Through the middles between the points, so that neither hill nor valley has an edge.
  const steps = 9
  const tops = Array.from({ length: steps + 1 }, () => height * (at + (draw() - 0.5) * rough * 2))
  pen.lineTo(0, tops[0] ?? 0)
  for (let i = 0; i < steps; i++) {
    const [here, next] = [tops[i] ?? 0, tops[i + 1] ?? 0]
    pen.quadraticCurveTo((width * i) / steps, here, (width * (i + 0.5)) / steps, (here + next) / 2)
  }
  pen.lineTo(width, tops[steps] ?? 0)
  pen.lineTo(width, height)
  pen.closePath()
  pen.globalAlpha = alpha
  pen.fillStyle = colour
  pen.fill()
  pen.globalAlpha = 1
}

/** A sunken gate with a curved roof. */
function ruin(pen: Pen, x: number, y: number, size: number, colour: string, alpha: number) {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 100, size / 100)
  pen.globalAlpha = alpha
  pen.fillStyle = colour
  pen.fillRect(-36, -60, 9, 62)
  pen.fillRect(27, -60, 9, 62)
  pen.fillRect(-13, -54, 6, 56)
  pen.fillRect(7, -54, 6, 56)
  for (const [top, half, lift] of [
    [-60, 52, 9],
    [-78, 36, 8],
  ] as const) {
    pen.beginPath()
    pen.moveTo(-half - 6, top - lift)
    pen.quadraticCurveTo(-half * 0.6, top - 1, -half * 0.4, top - 14)
    pen.lineTo(half * 0.4, top - 14)
    pen.quadraticCurveTo(half * 0.6, top - 1, half + 6, top - lift)
    pen.quadraticCurveTo(half * 0.7, top + 5, half * 0.5, top + 5)
    pen.lineTo(-half * 0.5, top + 5)
    pen.quadraticCurveTo(-half * 0.7, top + 5, -half - 6, top - lift)
    pen.fill()
  }
  pen.fillRect(-30, -52, 60, 5)
  pen.restore()
}

function sand(pen: Pen, width: number, height: number, water: Water, draw: () => number) {
  const top = height * 0.9
  pen.beginPath()
  pen.moveTo(0, height)
  pen.lineTo(0, top)
  pen.bezierCurveTo(width * 0.25, top - height * 0.035, width * 0.4, top + height * 0.03, width * 0.6, top)
  pen.bezierCurveTo(width * 0.78, top - height * 0.03, width * 0.9, top + height * 0.02, width, top - height * 0.01)
  pen.lineTo(width, height)
  pen.closePath()
  pen.fillStyle = down(pen, top - height * 0.04, height, water.sand, water.rock)
  pen.globalAlpha = 0.72
  pen.fill()
  pen.globalAlpha = 0.2
  pen.strokeStyle = water.light
  pen.lineWidth = 1.4
  for (let i = 0; i < 26; i++) {
    const x = draw() * width
    const y = top + draw() * height * 0.09
    pen.beginPath()
    pen.ellipse(x, y, 20 + draw() * 46, 3 + draw() * 4, 0, 0.3, 2.8)
    pen.stroke()
  }
  pen.globalAlpha = 1
}

function branches(pen: Pen, x: number, y: number, size: number, colour: string, draw: () => number) {
  const grow = (px: number, py: number, angle: number, length: number, width: number) => {
    const ex = px + Math.cos(angle) * length
    const ey = py + Math.sin(angle) * length
    pen.beginPath()
    pen.moveTo(px, py)
    pen.lineTo(ex, ey)
    pen.lineWidth = width + 2.4
    pen.strokeStyle = 'rgba(30,5,30,.45)'
    pen.stroke()
    pen.lineWidth = width
    pen.strokeStyle = colour
    pen.stroke()
    if (length < size * 0.16) {
      oval(pen, ex, ey, width * 0.8, width * 0.8)
      pen.fillStyle = '#fff4e0'
      pen.globalAlpha = 0.7
      pen.fill()
      pen.globalAlpha = 1
      return
    }
    grow(ex, ey, angle - 0.35 - draw() * 0.3, length * 0.7, width * 0.75)
    grow(ex, ey, angle + 0.35 + draw() * 0.3, length * 0.7, width * 0.75)
  }
  pen.lineCap = 'round'
  grow(x, y, -Math.PI / 2, size * 0.42, size * 0.1)
}

function brain(pen: Pen, x: number, y: number, r: number, colour: string, draw: () => number) {
  oval(pen, x, y - r * 0.4, r, r * 0.8)
  pen.fillStyle = glow(pen, x - r * 0.3, y - r * 0.9, r * 1.6, '#fff2dc', colour, 'rgba(40,10,40,.9)')
  pen.fill()
  pen.strokeStyle = 'rgba(60,10,40,.35)'
  pen.lineWidth = 1.4
  for (let i = 0; i < 5; i++) {
    pen.beginPath()
    pen.arc(x + (draw() - 0.5) * r, y - r * (0.2 + draw() * 0.6), r * 0.3, draw() * turn, draw() * turn + 2)
    pen.stroke()
  }
}

function fan(pen: Pen, x: number, y: number, size: number, colour: string) {
  pen.save()
  pen.translate(x, y)
  pen.lineCap = 'round'
  pen.strokeStyle = colour
  for (let i = -5; i <= 5; i++) {
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.quadraticCurveTo(i * size * 0.06, -size * 0.5, i * size * 0.13, -size * (1 - Math.abs(i) * 0.08))
    pen.lineWidth = 3.4 - Math.abs(i) * 0.3
    pen.globalAlpha = 0.85
    pen.stroke()
  }
  pen.restore()
}

function rock(pen: Pen, x: number, y: number, r: number, colour: string, draw: () => number) {
  pen.beginPath()
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * turn
    const k = r * (0.75 + draw() * 0.4)
    pen.lineTo(x + Math.cos(a) * k * 1.5, y + Math.sin(a) * k)
  }
  pen.closePath()
  pen.fillStyle = colour
  pen.fill()
  pen.fillStyle = 'rgba(255,255,255,.12)'
  oval(pen, x - r * 0.3, y - r * 0.5, r * 0.8, r * 0.25)
  pen.fill()
}

/** A shaft of light from the surface, to be laid over the sea. */
export function shaft(height: number, colour: string): HTMLCanvasElement {
  const [canvas, pen] = canvasOf(180, height)
  const gradient = pen.createLinearGradient(0, 0, 0, height)
  gradient.addColorStop(0, `${colour}55`)
  gradient.addColorStop(1, `${colour}00`)
  for (const [spread, alpha] of [
    [1, 0.35],
    [0.6, 0.5],
  ] as const) {
    pen.globalAlpha = alpha
    pen.beginPath()
    pen.moveTo(90 - 22 * spread, 0)
    pen.lineTo(90 + 22 * spread, 0)
    pen.lineTo(90 + 86 * spread, height)
    pen.lineTo(90 - 86 * spread, height)
    pen.closePath()
    pen.fillStyle = gradient
    pen.fill()
  }
  return canvas
}

export function bubble(): HTMLCanvasElement {
  const [canvas, pen] = canvasOf(32, 32)
  oval(pen, 16, 16, 14, 14)
  pen.fillStyle = glow(pen, 16, 16, 15, 'rgba(255,255,255,.04)', 'rgba(255,255,255,.1)', 'rgba(255,255,255,.45)')
  pen.fill()
  oval(pen, 11, 10, 4, 3, -0.6)
  pen.fillStyle = 'rgba(255,255,255,.85)'
  pen.fill()
  return canvas
}
