import { canvasOf, down, glow, oval, type Pen, turn } from './brush'

/**
 * Every creature is drawn facing right, about 100 long, around its middle. `t` runs from 0 to 1 once a stroke of its
 * fins, so frames drawn at even steps repeat without a seam.
 */
type Draw = (pen: Pen, t: number) => void

const wave = (t: number, shift = 0) => Math.sin((t + shift) * turn)

function eye(pen: Pen, x: number, y: number, r: number, iris = '#2a1a0c') {
  oval(pen, x, y, r, r)
  pen.fillStyle = '#fffdf4'
  pen.fill()
  pen.lineWidth = r * 0.22
  pen.strokeStyle = 'rgba(20,12,30,.55)'
  pen.stroke()
  oval(pen, x + r * 0.16, y, r * 0.62, r * 0.66)
  pen.fillStyle = iris
  pen.fill()
  oval(pen, x + r * 0.24, y, r * 0.34, r * 0.38)
  pen.fillStyle = '#0b0710'
  pen.fill()
  oval(pen, x + r * 0.42, y - r * 0.32, r * 0.22, r * 0.22)
  pen.fillStyle = '#fff'
  pen.fill()
}

function crown(pen: Pen, x: number, y: number, size: number) {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 20, size / 20)
  pen.beginPath()
  pen.moveTo(-11, 4)
  pen.lineTo(-13, -8)
  pen.lineTo(-6, -2)
  pen.lineTo(0, -12)
  pen.lineTo(6, -2)
  pen.lineTo(13, -8)
  pen.lineTo(11, 4)
  pen.closePath()
  pen.fillStyle = down(pen, -12, 4, '#fff6c9', '#f2b632', '#b06a10')
  pen.fill()
  pen.lineWidth = 1.2
  pen.strokeStyle = '#6d3c08'
  pen.stroke()
  for (const [at, colour] of [
    [-6, '#45d3ff'],
    [0, '#ff4d6a'],
    [6, '#5ff0a0'],
  ] as const) {
    oval(pen, at, 1, 1.8, 1.8)
    pen.fillStyle = colour
    pen.fill()
  }
  pen.restore()
}

interface Build {
  /** Half the height of the body. */
  high: number
  top: string
  mid: string
  belly: string
  fin: string
  edge: string
  tail: 'fork' | 'fan' | 'veil' | 'moon'
  dorsal?: number
  eye?: number
  iris?: string
  /** Paints on the body, which is the clip. */
  marks?: (pen: Pen, t: number) => void
}

function body(pen: Pen, high: number) {
  pen.beginPath()
  pen.moveTo(47, 1)
  pen.bezierCurveTo(38, -high * 0.9, 14, -high * 1.22, -8, -high * 0.82)
  pen.bezierCurveTo(-20, -high * 0.55, -28, -5, -34, -4)
  pen.lineTo(-34, 4)
  pen.bezierCurveTo(-26, 5, -20, high * 0.6, -6, high * 0.88)
  pen.bezierCurveTo(14, high * 1.2, 38, high * 0.85, 47, 1)
  pen.closePath()
}

function tailOf(pen: Pen, build: Build, t: number) {
  const { high, tail, fin, edge } = build
  pen.save()
  pen.translate(-30, 0)
  pen.rotate(wave(t) * 0.16)
  pen.scale(1 - Math.abs(wave(t)) * 0.22, 1)
  pen.beginPath()
  pen.moveTo(3, -4)
  if (tail === 'fork') {
    pen.bezierCurveTo(-6, -8, -12, -high * 0.9, -22, -high)
    pen.quadraticCurveTo(-15, -2, -14, 0)
    pen.quadraticCurveTo(-15, 2, -22, high)
    pen.bezierCurveTo(-12, high * 0.9, -6, 8, 3, 4)
  } else if (tail === 'moon') {
    pen.bezierCurveTo(-4, -7, -6, -22, -18, -28)
    pen.quadraticCurveTo(-11, -6, -10, 0)
    pen.quadraticCurveTo(-11, 5, -15, 20)
    pen.bezierCurveTo(-6, 16, -4, 7, 3, 4)
  } else if (tail === 'veil') {
    const flow = wave(t, 0.2) * 5
    pen.bezierCurveTo(-8, -16, -22, -high * 1.35 + flow, -38, -high * 0.95 + flow)
    pen.bezierCurveTo(-28, -high * 0.4, -34, -2, -30, flow)
    pen.bezierCurveTo(-34, 6, -28, high * 0.5, -36, high * 1.05 + flow)
    pen.bezierCurveTo(-22, high * 1.3 + flow, -8, 16, 3, 4)
  } else {
    pen.bezierCurveTo(-4, -10, -10, -high * 0.8, -18, -high * 0.75)
    pen.quadraticCurveTo(-23, 0, -18, high * 0.75)
    pen.bezierCurveTo(-10, high * 0.8, -4, 10, 3, 4)
  }
  pen.closePath()
  pen.fillStyle = glow(pen, 2, 0, 40, build.mid, fin, fin)
  pen.fill()
  pen.lineWidth = 1.4
  pen.strokeStyle = edge
  pen.stroke()
  pen.globalAlpha = 0.35
  pen.lineWidth = 0.8
  for (let i = -3; i <= 3; i++) {
    pen.beginPath()
    pen.moveTo(0, i)
    pen.lineTo(tail === 'veil' ? -28 : -14, i * high * 0.22)
    pen.stroke()
  }
  pen.restore()
}

function fish(build: Build): Draw {
  return (pen, t) => {
    const { high, edge, fin } = build
    pen.save()
    pen.rotate(wave(t, 0.25) * 0.03)
    tailOf(pen, build, t)
    const dorsal = build.dorsal ?? 0.6
    pen.beginPath()
    pen.moveTo(20, -high * 0.86)
    pen.bezierCurveTo(12, -high * (1.1 + dorsal), -6, -high * (1.15 + dorsal * 0.9), -20, -high * (0.6 + dorsal * 0.5))
    pen.quadraticCurveTo(-16, -high * 0.6, -14, -high * 0.6)
    pen.closePath()
    pen.moveTo(4, high * 0.9)
    pen.quadraticCurveTo(-8, high * (1.1 + dorsal * 0.7), -20, high * (0.8 + dorsal * 0.4))
    pen.quadraticCurveTo(-15, high * 0.6, -12, high * 0.65)
    pen.closePath()
    pen.fillStyle = fin
    pen.fill()
    pen.lineWidth = 1.2
    pen.strokeStyle = edge
    pen.stroke()
    body(pen, high)
    pen.fillStyle = down(pen, -high, high, build.top, build.mid, build.belly)
    pen.fill()
    pen.save()
    pen.clip()
    build.marks?.(pen, t)
    // Scales, a light from above and a reflection of the sand below.
    pen.strokeStyle = 'rgba(255,255,255,.16)'
    pen.lineWidth = 0.8
    for (let x = -26; x < 24; x += 7)
      for (let y = -high; y < high; y += 6) {
        pen.beginPath()
        pen.arc(x + (Math.round(y / 6) % 2) * 3.5, y, 4, -1, 1)
        pen.stroke()
      }
    pen.fillStyle = 'rgba(255,255,255,.34)'
    oval(pen, 8, -high * 0.62, 28, high * 0.22, -0.06)
    pen.fill()
    pen.fillStyle = 'rgba(255,230,170,.18)'
    oval(pen, 2, high * 0.95, 30, high * 0.35)
    pen.fill()
    pen.restore()
    body(pen, high)
    pen.lineWidth = 1.8
    pen.strokeStyle = edge
    pen.stroke()
    pen.beginPath()
    pen.arc(20, 0, high * 0.62, -1.1 + Math.PI, 1.1 + Math.PI, false)
    pen.lineWidth = 1.2
    pen.strokeStyle = 'rgba(30,10,30,.35)'
    pen.stroke()
    pen.save()
    pen.translate(10, high * 0.3)
    pen.rotate(0.5 + wave(t, 0.1) * 0.4)
    pen.beginPath()
    pen.moveTo(2, -3)
    pen.quadraticCurveTo(-12, -6, -16, 4)
    pen.quadraticCurveTo(-8, 8, 2, 4)
    pen.closePath()
    pen.fillStyle = fin
    pen.fill()
    pen.lineWidth = 1
    pen.strokeStyle = edge
    pen.stroke()
    pen.restore()
    eye(pen, 31, -high * 0.22, build.eye ?? 5.4, build.iris)
    pen.beginPath()
    pen.moveTo(46, 4)
    pen.quadraticCurveTo(41, 7, 38, 5)
    pen.lineWidth = 1.4
    pen.strokeStyle = edge
    pen.stroke()
    pen.restore()
  }
}

const bands =
  (colour: string, rim: string, places: [number, number][]) =>
  (pen: Pen): void => {
    for (const [x, width] of places) {
      pen.beginPath()
      pen.ellipse(x, 0, width, 46, 0, 0, turn)
      pen.fillStyle = colour
      pen.fill()
      pen.lineWidth = 1.6
      pen.strokeStyle = rim
      pen.stroke()
    }
  }

const patches =
  (colour: string, places: [number, number, number, number][]) =>
  (pen: Pen): void => {
    pen.fillStyle = colour
    for (const [x, y, rx, ry] of places) {
      oval(pen, x, y, rx, ry, x * 0.02)
      pen.fill()
    }
  }

const minnow = fish({
  high: 13,
  top: '#5fb7e8',
  mid: '#cdefff',
  belly: '#ffffff',
  fin: '#8fd8f5',
  edge: '#1f5d8c',
  tail: 'fork',
  dorsal: 0.4,
  eye: 5,
  iris: '#0d4b7a',
  marks: (pen) => {
    pen.fillStyle = '#ffb33c'
    pen.fillRect(-40, -3, 70, 5)
  },
})
const clown = fish({
  high: 20,
  top: '#ff8a2a',
  mid: '#ff6a1c',
  belly: '#ffb066',
  fin: '#ff7a1f',
  edge: '#5b1d05',
  tail: 'fan',
  eye: 5.6,
  marks: bands('#fffaf0', '#2a1208', [
    [17, 5],
    [-8, 6],
    [-29, 3.5],
  ]),
})
const angel = fish({
  high: 27,
  top: '#ffe04d',
  mid: '#fff3a8',
  belly: '#ffd23f',
  fin: '#ffdb52',
  edge: '#6f4b06',
  tail: 'fan',
  dorsal: 1.1,
  iris: '#b8482a',
  marks: bands('rgba(50,40,110,.88)', '#8fb4ff', [
    [19, 3.4],
    [-2, 4.6],
    [-22, 3.6],
  ]),
})
const koi = fish({
  high: 19,
  top: '#fff2c9',
  mid: '#ffe9a0',
  belly: '#fffdf2',
  fin: '#ffc53d',
  edge: '#8a5200',
  tail: 'veil',
  dorsal: 0.5,
  iris: '#9b4a00',
  marks: patches('#f0522a', [
    [24, -9, 15, 9],
    [-6, -11, 14, 9],
    [-22, 6, 9, 6],
    [6, 13, 8, 4],
  ]),
})
const golden = fish({
  high: 22,
  top: '#ffb400',
  mid: '#ffe27a',
  belly: '#fff6d2',
  fin: '#ff7a2b',
  edge: '#8a3a00',
  tail: 'veil',
  dorsal: 0.8,
  eye: 6,
  iris: '#b3160c',
  marks: (pen) => {
    pen.strokeStyle = 'rgba(160,70,0,.5)'
    pen.lineWidth = 1.2
    for (let x = -28; x < 26; x += 6)
      for (let y = -22; y < 22; y += 6) {
        pen.beginPath()
        pen.arc(x + (Math.round(y / 6) % 2) * 3, y, 4.4, -1.2, 1.2)
        pen.stroke()
      }
  },
})
const kingkoi: Draw = (pen, t) => {
  golden(pen, t)
  pen.strokeStyle = '#ffd25a'
  pen.lineWidth = 1.8
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.moveTo(45, 3)
    pen.bezierCurveTo(58, 6 + side * 6, 56 + wave(t) * 3, 16 + side * 4, 64, 14 + side * 9 + wave(t, 0.2) * 3)
    pen.stroke()
  }
  crown(pen, 25, -25, 20)
}

const puffer: Draw = (pen, t) => {
  const r = 29 + wave(t) * 1.5
  pen.fillStyle = '#c97f1d'
  pen.strokeStyle = '#5d3204'
  pen.lineWidth = 1.2
  for (let i = 0; i < 22; i++) {
    const a = (i / 22) * turn
    pen.beginPath()
    pen.moveTo(Math.cos(a - 0.08) * r, Math.sin(a - 0.08) * r)
    pen.lineTo(Math.cos(a) * (r + 9), Math.sin(a) * (r + 9))
    pen.lineTo(Math.cos(a + 0.08) * r, Math.sin(a + 0.08) * r)
    pen.fill()
    pen.stroke()
  }
  pen.save()
  pen.translate(-r, 0)
  pen.rotate(wave(t) * 0.3)
  pen.beginPath()
  pen.moveTo(4, -4)
  pen.quadraticCurveTo(-16, -14, -18, 0)
  pen.quadraticCurveTo(-16, 14, 4, 4)
  pen.fillStyle = '#f3b843'
  pen.fill()
  pen.stroke()
  pen.restore()
  oval(pen, 0, 0, r, r * 0.96)
  pen.fillStyle = down(pen, -r, r, '#e0992a', '#ffd774', '#fff8e2', '#fff')
  pen.fill()
  pen.lineWidth = 1.8
  pen.stroke()
  pen.fillStyle = 'rgba(120,60,0,.5)'
  for (const [x, y, s] of [
    [-14, -16, 3.5],
    [-4, -22, 2.6],
    [-20, -5, 2.6],
    [6, -17, 3],
    [-8, -9, 2.4],
  ] as const) {
    oval(pen, x, y, s, s)
    pen.fill()
  }
  pen.fillStyle = 'rgba(255,255,255,.4)'
  oval(pen, -2, -r * 0.62, 15, 5, -0.1)
  pen.fill()
  pen.save()
  pen.translate(-2, 9)
  pen.rotate(wave(t, 0.2) * 0.5)
  oval(pen, -7, 2, 9, 5.5, 0.3)
  pen.fillStyle = '#f3b843'
  pen.fill()
  pen.lineWidth = 1.2
  pen.stroke()
  pen.restore()
  eye(pen, 16, -7, 7.5, '#2c7c6a')
  oval(pen, 28, 5, 3.6, 3)
  pen.fillStyle = '#ff9f8c'
  pen.fill()
  pen.lineWidth = 1.2
  pen.stroke()
}

const lanternBody = fish({
  high: 24,
  top: '#3a2b62',
  mid: '#5d3f8c',
  belly: '#2b2050',
  fin: '#7a55b8',
  edge: '#160d2e',
  tail: 'fan',
  dorsal: 0.3,
  eye: 7,
  iris: '#39e0ff',
  marks: patches('rgba(120,240,255,.5)', [
    [-20, 2, 1.8, 1.8],
    [-10, 7, 1.8, 1.8],
    [0, 10, 1.8, 1.8],
    [10, 10, 1.8, 1.8],
  ]),
})
const lantern: Draw = (pen, t) => {
  lanternBody(pen, t)
  pen.fillStyle = '#fff'
  pen.strokeStyle = '#160d2e'
  pen.lineWidth = 0.8
  for (let i = 0; i < 4; i++) {
    pen.beginPath()
    pen.moveTo(30 + i * 4, 6 - i)
    pen.lineTo(32 + i * 4, 14 - i * 2)
    pen.lineTo(34 + i * 4, 5 - i)
    pen.fill()
  }
  const x = 50
  const y = -22 + wave(t) * 2
  pen.beginPath()
  pen.moveTo(20, -21)
  pen.quadraticCurveTo(32, -46, x, y)
  pen.lineWidth = 2.2
  pen.strokeStyle = '#7a55b8'
  pen.stroke()
  oval(pen, x, y, 17, 17)
  pen.fillStyle = glow(pen, x, y, 17, 'rgba(255,245,170,.95)', 'rgba(120,255,230,.4)', 'rgba(80,255,230,0)')
  pen.fill()
  oval(pen, x, y, 4.5, 4.5)
  pen.fillStyle = '#fffbd6'
  pen.fill()
}

function clam(shellTop: string, shellMid: string, rim: string, pearl: number, edge: string): Draw {
  return (pen, t) => {
    const open = 0.34 + wave(t) * 0.1
    const half = (side: number) => {
      pen.save()
      pen.translate(-34, 4)
      pen.rotate(side * open * 0.5)
      pen.beginPath()
      pen.moveTo(0, 0)
      for (let i = 0; i <= 8; i++) {
        const a = (i / 8) * 1.5
        const r = 76 - Math.abs(i - 4) * 2
        const px = Math.cos(a) * r
        const py = side * Math.sin(a) * r * 0.62
        if (i === 0) pen.lineTo(px, py)
        else {
          const m = ((i - 0.5) / 8) * 1.5
          pen.quadraticCurveTo(Math.cos(m) * (r + 9), side * Math.sin(m) * (r + 9) * 0.62, px, py)
        }
      }
      pen.quadraticCurveTo(-10, side * 30, 0, 0)
      pen.closePath()
      pen.fillStyle = down(pen, side * 46, 0, shellTop, shellMid, rim)
      pen.fill()
      pen.lineWidth = 1.8
      pen.strokeStyle = edge
      pen.stroke()
      pen.clip()
      pen.globalAlpha = 0.5
      pen.lineWidth = 1.3
      for (let i = 0; i <= 8; i++) {
        const a = (i / 8) * 1.5
        pen.beginPath()
        pen.moveTo(0, 0)
        pen.lineTo(Math.cos(a) * 84, side * Math.sin(a) * 52)
        pen.stroke()
      }
      pen.restore()
    }
    oval(pen, 6, 4, 30, 15)
    pen.fillStyle = glow(pen, 6, 4, 32, '#ffd7e6', '#e8779f', '#8a2a55')
    pen.fill()
    half(1)
    oval(pen, 20, 5, pearl + 12, pearl + 12)
    pen.fillStyle = glow(pen, 20, 5, pearl + 12, 'rgba(255,250,230,.9)', 'rgba(255,240,200,.35)', 'rgba(255,240,200,0)')
    pen.fill()
    oval(pen, 20, 5, pearl, pearl)
    pen.fillStyle = glow(pen, 17, 1, pearl * 1.4, '#fff', '#fdeef6', '#c9b7dc')
    pen.fill()
    half(-1)
    pen.fillStyle = 'rgba(255,255,255,.3)'
    oval(pen, 0, -26, 20, 5, -0.5)
    pen.fill()
  }
}

function crab(shell: string, dark: string, light: string, boss: boolean): Draw {
  return (pen, t) => {
    pen.lineJoin = 'round'
    pen.lineCap = 'round'
    for (const side of [-1, 1])
      for (let i = 0; i < 3; i++) {
        const lift = wave(t, i * 0.33 + (side > 0 ? 0.5 : 0)) * 4
        pen.beginPath()
        pen.moveTo(side * (14 + i * 3), 10 + i * 3)
        pen.lineTo(side * (34 + i * 3), 4 + i * 8 - lift)
        pen.lineTo(side * (42 + i * 2), 18 + i * 8 - lift)
        pen.lineWidth = 5.5
        pen.strokeStyle = dark
        pen.stroke()
        pen.lineWidth = 3.2
        pen.strokeStyle = shell
        pen.stroke()
      }
    for (const side of [-1, 1]) {
      pen.save()
      pen.translate(side * 24, -6)
      pen.rotate(side * (0.1 + wave(t, side * 0.12) * 0.14))
      pen.beginPath()
      pen.moveTo(0, 6)
      pen.lineTo(side * 13, -10)
      pen.lineWidth = 8
      pen.strokeStyle = dark
      pen.stroke()
      pen.lineWidth = 5
      pen.strokeStyle = shell
      pen.stroke()
      pen.translate(side * 15, -17)
      const size = boss ? 1.35 : 1.05
      pen.scale(side * size, size)
      pen.beginPath()
      pen.moveTo(-7, 9)
      pen.bezierCurveTo(-17, -2, -9, -19, 3, -20)
      pen.quadraticCurveTo(-2, -11, 1, -6)
      pen.quadraticCurveTo(7, -10, 12, -16)
      pen.bezierCurveTo(17, -4, 9, 9, -7, 9)
      pen.closePath()
      pen.fillStyle = down(pen, -20, 9, light, shell, dark)
      pen.fill()
      pen.lineWidth = 1.8
      pen.strokeStyle = dark
      pen.stroke()
      pen.restore()
    }
    pen.beginPath()
    pen.moveTo(-32, 4)
    pen.bezierCurveTo(-32, -20, -14, -23, 0, -23)
    pen.bezierCurveTo(14, -23, 32, -20, 32, 4)
    pen.bezierCurveTo(30, 23, 13, 27, 0, 27)
    pen.bezierCurveTo(-13, 27, -30, 23, -32, 4)
    pen.fillStyle = down(pen, -23, 27, light, shell, dark)
    pen.fill()
    pen.lineWidth = 2
    pen.strokeStyle = dark
    pen.stroke()
    pen.fillStyle = 'rgba(255,255,255,.32)'
    oval(pen, -6, -13, 18, 5, -0.12)
    pen.fill()
    pen.fillStyle = 'rgba(60,0,0,.28)'
    for (const [x, y] of [
      [-14, 6],
      [0, 12],
      [14, 6],
    ] as const) {
      oval(pen, x, y, 4, 3)
      pen.fill()
    }
    for (const side of [-1, 1]) {
      pen.beginPath()
      pen.moveTo(side * 8, -20)
      pen.lineTo(side * 10, -29)
      pen.lineWidth = 3
      pen.strokeStyle = dark
      pen.stroke()
      eye(pen, side * 10, -31, 5.4, boss ? '#d81b1b' : '#222')
    }
    if (boss) crown(pen, 0, -38, 22)
  }
}

function octopus(skin: string, dark: string, light: string, boss: boolean): Draw {
  return (pen, t) => {
    pen.lineCap = 'round'
    for (let i = 7; i >= 0; i--) {
      const side = i - 3.5
      const sway = wave(t, i * 0.13) * 6
      pen.beginPath()
      pen.moveTo(-4, side * 5)
      pen.bezierCurveTo(-22, side * 7 + sway, -32, side * 13 - sway, -48 - wave(t, i * 0.2) * 4, side * 10 + sway * 1.4)
      pen.lineWidth = 9.5
      pen.strokeStyle = dark
      pen.stroke()
      pen.lineWidth = 6.8
      pen.strokeStyle = i % 2 ? skin : light
      pen.stroke()
    }
    oval(pen, 16, -1, 31, 28 + wave(t) * 1.2)
    pen.fillStyle = glow(pen, 22, -14, 50, light, skin, dark)
    pen.fill()
    pen.lineWidth = 2
    pen.strokeStyle = dark
    pen.stroke()
    pen.fillStyle = 'rgba(255,255,255,.3)'
    oval(pen, 18, -17, 14, 5, 0.15)
    pen.fill()
    pen.fillStyle = boss ? 'rgba(90,255,230,.55)' : 'rgba(255,255,255,.28)'
    for (const [x, y, r] of [
      [2, -12, 3],
      [-4, -2, 2.2],
      [4, 10, 2.6],
      [14, 16, 2],
    ] as const) {
      oval(pen, x, y, r, r)
      pen.fill()
    }
    if (boss) {
      for (const y of [-7, 9]) {
        oval(pen, 31, y, 10, 10)
        pen.fillStyle = glow(pen, 31, y, 10, 'rgba(255,220,60,.9)', 'rgba(255,120,0,0)')
        pen.fill()
      }
      pen.beginPath()
      pen.moveTo(22, -16)
      pen.lineTo(38, -10)
      pen.moveTo(22, 18)
      pen.lineTo(38, 12)
      pen.lineWidth = 3
      pen.stroke()
    }
    eye(pen, 30, -7, 6.6, boss ? '#ff8a00' : '#3a2a8c')
    eye(pen, 30, 9, 6.6, boss ? '#ff8a00' : '#3a2a8c')
  }
}

const ray: Draw = (pen, t) => {
  const flap = wave(t) * 9
  pen.beginPath()
  pen.moveTo(-18, 0)
  pen.bezierCurveTo(-36, wave(t, 0.3) * 4, -46, -wave(t, 0.3) * 6, -60, wave(t, 0.5) * 4)
  pen.lineWidth = 2.6
  pen.strokeStyle = '#143a63'
  pen.stroke()
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.moveTo(40, 0)
    pen.bezierCurveTo(26, side * 12, 14, side * (34 - flap), -8, side * (42 - flap * 1.2))
    pen.bezierCurveTo(-6, side * 22, -16, side * 10, -22, 0)
    pen.closePath()
    pen.fillStyle = down(pen, side * 42, 0, '#1d4f86', '#3c86c4', '#7cc4f0')
    pen.fill()
    pen.lineWidth = 1.8
    pen.strokeStyle = '#0f2c50'
    pen.stroke()
    pen.fillStyle = 'rgba(190,240,255,.75)'
    for (const [x, y, r] of [
      [8, 16, 2.2],
      [-2, 22, 2.6],
      [-4, 12, 1.8],
      [16, 9, 1.6],
      [-8, 30, 1.8],
    ] as const) {
      oval(pen, x, side * (y - flap * 0.4), r, r)
      pen.fill()
    }
    pen.beginPath()
    pen.moveTo(38, side * 3)
    pen.quadraticCurveTo(50, side * 5, 52, side * 11)
    pen.lineWidth = 4.5
    pen.strokeStyle = '#3c86c4'
    pen.lineCap = 'round'
    pen.stroke()
  }
  oval(pen, 8, 0, 28, 8)
  pen.fillStyle = 'rgba(160,220,255,.3)'
  pen.fill()
  eye(pen, 31, -8, 4, '#0d2748')
  eye(pen, 31, 8, 4, '#0d2748')
}

function turtle(skin: string, dark: string, shellLight: string, shellDark: string, rune: string): Draw {
  return (pen, t) => {
    for (const [x, y, angle, shift] of [
      [22, -22, -0.7, 0],
      [22, 22, 0.7, 0.5],
      [-26, -20, -2.3, 0.25],
      [-26, 20, 2.3, 0.75],
    ] as const) {
      pen.save()
      pen.translate(x, y)
      pen.rotate(angle + wave(t, shift) * 0.35 * Math.sign(y))
      oval(pen, 11, 0, x > 0 ? 18 : 13, 7.5)
      pen.fillStyle = glow(pen, 4, 0, 26, skin, skin, dark)
      pen.fill()
      pen.lineWidth = 1.6
      pen.strokeStyle = dark
      pen.stroke()
      pen.restore()
    }
    pen.save()
    pen.translate(36, 0)
    pen.rotate(wave(t, 0.1) * 0.08)
    oval(pen, 9, 0, 15, 11)
    pen.fillStyle = glow(pen, 8, -4, 20, '#fff3b8', skin, dark)
    pen.fill()
    pen.lineWidth = 1.6
    pen.strokeStyle = dark
    pen.stroke()
    eye(pen, 15, -5, 3.6)
    eye(pen, 15, 5, 3.6)
    pen.restore()
    oval(pen, -2, 0, 39, 31)
    pen.fillStyle = glow(pen, 4, -8, 48, shellLight, shellDark, dark)
    pen.fill()
    pen.lineWidth = 2.4
    pen.strokeStyle = dark
    pen.stroke()
    pen.save()
    pen.clip()
    pen.lineWidth = 2
    pen.strokeStyle = rune
    const hexagon = (x: number, y: number, r: number) => {
      pen.beginPath()
      for (let i = 0; i < 6; i++) pen.lineTo(x + Math.cos((i / 6) * turn) * r, y + Math.sin((i / 6) * turn) * r)
      pen.closePath()
      pen.stroke()
    }
    for (const x of [-26, -2, 22]) hexagon(x, 0, 12)
    for (const x of [-14, 10]) for (const y of [-21, 21]) hexagon(x, y, 12)
    pen.fillStyle = 'rgba(255,255,255,.28)'
    oval(pen, 0, -17, 24, 7)
    pen.fill()
    pen.restore()
  }
}

const shark: Draw = (pen, t) => {
  const build: Build = {
    high: 16,
    top: '#2f4f74',
    mid: '#6d93b8',
    belly: '#f2f8fc',
    fin: '#36587e',
    edge: '#12243a',
    tail: 'moon',
  }
  pen.save()
  pen.rotate(wave(t, 0.25) * 0.035)
  tailOf(pen, build, t)
  pen.fillStyle = build.fin
  pen.strokeStyle = build.edge
  pen.lineWidth = 1.6
  pen.beginPath()
  pen.moveTo(10, -13)
  pen.quadraticCurveTo(2, -34, -8, -36)
  pen.quadraticCurveTo(-6, -22, -10, -11)
  pen.fill()
  pen.stroke()
  body(pen, 15)
  pen.fillStyle = down(pen, -15, 15, build.top, build.mid, build.belly, '#fff')
  pen.fill()
  pen.stroke()
  pen.beginPath()
  pen.moveTo(12, 8)
  pen.quadraticCurveTo(2, 28 + wave(t) * 2, -12, 30 + wave(t) * 2)
  pen.quadraticCurveTo(-4, 18, -4, 9)
  pen.fillStyle = build.fin
  pen.fill()
  pen.stroke()
  pen.lineWidth = 1.2
  for (let i = 0; i < 4; i++) {
    pen.beginPath()
    pen.moveTo(17 - i * 3.4, -5)
    pen.quadraticCurveTo(15 - i * 3.4, 0, 17 - i * 3.4, 5)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(45, 4)
  pen.quadraticCurveTo(36, 12, 27, 7)
  pen.quadraticCurveTo(36, 7, 45, 4)
  pen.fillStyle = '#8c1f2d'
  pen.fill()
  pen.fillStyle = '#fff'
  for (let i = 0; i < 4; i++) {
    pen.beginPath()
    pen.moveTo(30 + i * 3.6, 7)
    pen.lineTo(32 + i * 3.5, 10)
    pen.lineTo(33.6 + i * 3.5, 6.4)
    pen.fill()
  }
  pen.fillStyle = 'rgba(255,255,255,.28)'
  oval(pen, 8, -9, 26, 3, -0.05)
  pen.fill()
  eye(pen, 32, -4, 3.8, '#c8102e')
  pen.beginPath()
  pen.moveTo(27, -9)
  pen.lineTo(36, -6)
  pen.lineWidth = 2
  pen.stroke()
  pen.restore()
}

const whale: Draw = (pen, t) => {
  pen.save()
  pen.rotate(wave(t, 0.25) * 0.02)
  pen.save()
  pen.translate(-38, -3)
  pen.scale(1, 0.65 + wave(t) * 0.4)
  pen.beginPath()
  pen.moveTo(6, 0)
  pen.quadraticCurveTo(-8, -10, -24, -22)
  pen.quadraticCurveTo(-18, -2, -10, 2)
  pen.quadraticCurveTo(-22, 6, -26, 20)
  pen.quadraticCurveTo(-4, 14, 6, 6)
  pen.fillStyle = '#1c3f78'
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = '#0a1c3d'
  pen.stroke()
  pen.restore()
  pen.beginPath()
  pen.moveTo(50, 4)
  pen.bezierCurveTo(50, -22, 22, -30, 0, -25)
  pen.bezierCurveTo(-20, -20, -32, -6, -40, -6)
  pen.lineTo(-40, 2)
  pen.bezierCurveTo(-26, 6, -18, 22, 8, 24)
  pen.bezierCurveTo(34, 26, 50, 20, 50, 4)
  pen.closePath()
  pen.fillStyle = down(pen, -28, 26, '#16305f', '#2b62ad', '#7fb7e6', '#f4fbff')
  pen.fill()
  pen.lineWidth = 1.6
  pen.strokeStyle = '#0a1c3d'
  pen.stroke()
  pen.save()
  pen.clip()
  pen.strokeStyle = 'rgba(20,50,100,.4)'
  pen.lineWidth = 1
  for (let i = 0; i < 7; i++) {
    pen.beginPath()
    pen.moveTo(50, 10 + i * 2.4)
    pen.quadraticCurveTo(20, 14 + i * 2.6, -8, 10 + i * 2.6)
    pen.stroke()
  }
  // Signs that shine on its back.
  pen.strokeStyle = 'rgba(110,240,255,.85)'
  pen.lineWidth = 1.3
  for (const [x, y, r] of [
    [8, -14, 6],
    [-8, -11, 4.4],
    [-20, -5, 3],
    [22, -14, 3.6],
  ] as const) {
    pen.beginPath()
    pen.arc(x, y, r, 0, 4.6)
    pen.stroke()
    pen.beginPath()
    pen.arc(x, y, r * 0.45, 2, 6)
    pen.stroke()
  }
  pen.fillStyle = 'rgba(255,255,255,.24)'
  oval(pen, 12, -21, 26, 3.5, 0.05)
  pen.fill()
  pen.restore()
  pen.beginPath()
  pen.moveTo(50, 6)
  pen.quadraticCurveTo(40, 10, 28, 7)
  pen.lineWidth = 1.4
  pen.strokeStyle = '#0a1c3d'
  pen.stroke()
  pen.save()
  pen.translate(12, 14)
  pen.rotate(0.5 + wave(t, 0.15) * 0.28)
  pen.beginPath()
  pen.moveTo(4, -4)
  pen.quadraticCurveTo(-8, 4, -20, 20)
  pen.quadraticCurveTo(-2, 16, 8, 4)
  pen.fillStyle = '#24508f'
  pen.fill()
  pen.stroke()
  pen.restore()
  eye(pen, 33, 1, 3.4, '#0f6e8c')
  pen.restore()
}

const dragon: Draw = (pen, t) => {
  const spine = (s: number): [number, number] => [34 - s * 90, Math.sin(s * 8.2 - t * turn) * (5 + s * 13)]
  pen.lineJoin = 'round'
  for (const part of [0.28, 0.62]) {
    const [x, y] = spine(part)
    for (const side of [-1, 1]) {
      pen.beginPath()
      pen.moveTo(x, y)
      pen.quadraticCurveTo(x + 6, y + side * 14, x - 2 + wave(t, part) * 3, y + side * 20)
      pen.lineWidth = 4.4
      pen.strokeStyle = '#a0440a'
      pen.stroke()
      for (const claw of [-3, 0, 3]) {
        pen.beginPath()
        pen.moveTo(x - 2 + wave(t, part) * 3, y + side * 20)
        pen.lineTo(x - 2 + claw + wave(t, part) * 3, y + side * 25)
        pen.lineWidth = 1.6
        pen.strokeStyle = '#fff1c4'
        pen.stroke()
      }
    }
  }
  for (let i = 46; i >= 0; i--) {
    const s = i / 46
    const [x, y] = spine(s)
    const r = 10.5 * (1 - s * 0.78)
    pen.beginPath()
    pen.moveTo(x - 3, y - r * 0.7)
    pen.lineTo(x - 5, y - r - 5 * (1 - s))
    pen.lineTo(x + 3, y - r * 0.8)
    pen.fillStyle = '#ff5a2c'
    pen.fill()
    oval(pen, x, y, r, r)
    pen.fillStyle = glow(pen, x, y - r * 0.4, r * 1.25, '#fff0a0', i % 2 ? '#f2b01e' : '#e89a12', '#a85408')
    pen.fill()
    if (i % 2 === 0) {
      pen.beginPath()
      pen.arc(x, y, r * 0.7, -1.4, 1.4)
      pen.lineWidth = 0.9
      pen.strokeStyle = 'rgba(120,40,0,.6)'
      pen.stroke()
    }
  }
  const [tx, ty] = spine(1)
  pen.beginPath()
  pen.moveTo(tx + 4, ty)
  pen.quadraticCurveTo(tx - 6, ty - 12, tx - 14, ty - 9)
  pen.quadraticCurveTo(tx - 9, ty, tx - 15, ty + 8)
  pen.quadraticCurveTo(tx - 5, ty + 9, tx + 4, ty)
  pen.fillStyle = '#ff5a2c'
  pen.fill()
  const [hx, hy] = spine(0)
  pen.save()
  pen.translate(hx + 2, hy)
  pen.fillStyle = '#e8352a'
  for (let i = 0; i < 6; i++) {
    pen.save()
    pen.rotate(Math.PI + (i - 2.5) * 0.34 + wave(t, i * 0.1) * 0.08)
    pen.beginPath()
    pen.moveTo(2, -4)
    pen.quadraticCurveTo(16, -3, 22, 0)
    pen.quadraticCurveTo(14, 3, 2, 4)
    pen.fill()
    pen.restore()
  }
  pen.strokeStyle = '#fff1c4'
  pen.lineCap = 'round'
  pen.lineWidth = 2.4
  for (const lean of [0, 6]) {
    pen.beginPath()
    pen.moveTo(-2 + lean, -9)
    pen.quadraticCurveTo(-6 + lean, -20, -16 + lean, -23)
    pen.moveTo(-7 + lean, -18)
    pen.lineTo(-8 + lean, -25)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(-9, -8)
  pen.bezierCurveTo(2, -16, 14, -10, 20, -6)
  pen.quadraticCurveTo(26, -5, 25, 0)
  pen.lineTo(12, 3)
  pen.lineTo(23, 6)
  pen.quadraticCurveTo(18, 12, 4, 10)
  pen.quadraticCurveTo(-8, 10, -9, -8)
  pen.closePath()
  pen.fillStyle = down(pen, -14, 12, '#fff0a0', '#f2b01e', '#b4570a')
  pen.fill()
  pen.lineWidth = 1.4
  pen.strokeStyle = '#6d2c02'
  pen.stroke()
  pen.fillStyle = '#fff'
  for (const x of [14, 18, 22]) {
    pen.beginPath()
    pen.moveTo(x - 1.5, 1.6)
    pen.lineTo(x, 5)
    pen.lineTo(x + 1.5, 1)
    pen.fill()
  }
  pen.lineWidth = 1.5
  pen.strokeStyle = '#ffd25a'
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.moveTo(22, -2)
    pen.bezierCurveTo(34, side * 4, 30, side * 14 + wave(t) * 3, 18, side * 20 + wave(t, 0.3) * 4)
    pen.stroke()
  }
  eye(pen, 7, -5, 4, '#19c37d')
  pen.restore()
}

const galleon: Draw = (pen, t) => {
  pen.save()
  pen.rotate(wave(t) * 0.04)
  oval(pen, 0, 4, 56, 40)
  pen.fillStyle = glow(pen, 0, 4, 54, 'rgba(120,255,210,.34)', 'rgba(80,230,200,.12)', 'rgba(80,230,200,0)')
  pen.fill()
  pen.strokeStyle = '#4a2a12'
  pen.lineWidth = 3
  for (const [x, top] of [
    [-20, -32],
    [4, -42],
    [26, -30],
  ] as const) {
    pen.beginPath()
    pen.moveTo(x, 10)
    pen.lineTo(x, top)
    pen.stroke()
    for (const [y, width] of [
      [top + 3, 13],
      [top + 18, 16],
    ] as const) {
      const blow = 5 + wave(t, x * 0.01) * 2
      pen.beginPath()
      pen.moveTo(x - width * 0.5, y)
      pen.quadraticCurveTo(x + blow, y - 1, x + width * 0.6, y)
      pen.quadraticCurveTo(x + width * 0.6 + blow, y + 7, x + width * 0.5, y + 13)
      pen.lineTo(x + 3, y + 11)
      pen.lineTo(x - 2, y + 14)
      pen.lineTo(x - width * 0.5, y + 12)
      pen.closePath()
      pen.fillStyle = down(pen, y, y + 14, '#fdf3d3', '#cdb98a')
      pen.fill()
      pen.lineWidth = 1
      pen.strokeStyle = '#6b5628'
      pen.stroke()
      pen.lineWidth = 3
      pen.strokeStyle = '#4a2a12'
    }
  }
  // The load: a hill of gold above the rail.
  pen.fillStyle = '#ffcf3f'
  for (let i = 0; i < 26; i++) {
    const x = -30 + ((i * 37) % 62)
    const y = 7 - Math.max(0, 8 - Math.abs(x) * 0.3) + ((i * 13) % 5)
    oval(pen, x, y, 3.2, 2.4)
    pen.fill()
    pen.lineWidth = 0.7
    pen.strokeStyle = '#9a5e05'
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(-46, -4)
  pen.lineTo(-42, 10)
  pen.lineTo(38, 10)
  pen.quadraticCurveTo(48, 8, 54, -4)
  pen.quadraticCurveTo(48, 24, 30, 30)
  pen.lineTo(-32, 30)
  pen.quadraticCurveTo(-46, 22, -46, -4)
  pen.closePath()
  pen.fillStyle = down(pen, -4, 30, '#a9652c', '#70401a', '#3b1f0b')
  pen.fill()
  pen.lineWidth = 1.6
  pen.strokeStyle = '#241205'
  pen.stroke()
  pen.strokeStyle = 'rgba(30,14,4,.6)'
  pen.lineWidth = 1
  for (const y of [15, 20, 25]) {
    pen.beginPath()
    pen.moveTo(-42, y)
    pen.lineTo(42, y)
    pen.stroke()
  }
  pen.fillStyle = '#ffd766'
  for (const x of [-28, -14, 0, 14, 28]) {
    oval(pen, x, 17.5, 3, 3)
    pen.fill()
  }
  pen.strokeStyle = '#ffcf3f'
  pen.lineWidth = 1.6
  pen.beginPath()
  pen.moveTo(-43, 10.5)
  pen.lineTo(40, 10.5)
  pen.stroke()
  pen.restore()
}

/** The drawing of each kind, and how high its body is for its length. */
const looks: Record<string, { draw: Draw; aspect: number; strokes: number }> = {
  minnow: { draw: minnow, aspect: 0.3, strokes: 2.6 },
  clown: { draw: clown, aspect: 0.42, strokes: 2.2 },
  angel: { draw: angel, aspect: 0.6, strokes: 1.6 },
  puffer: { draw: puffer, aspect: 0.62, strokes: 1.4 },
  lantern: { draw: lantern, aspect: 0.5, strokes: 1.3 },
  shell: { draw: clam('#ff9ecb', '#c58bff', '#8fe3ff', 8, '#5b2a6b'), aspect: 0.6, strokes: 0.7 },
  crab: { draw: crab('#e8492e', '#6d1408', '#ff9a70', false), aspect: 0.6, strokes: 1.4 },
  octopus: { draw: octopus('#e36fae', '#7a1f57', '#ffb3d6', false), aspect: 0.56, strokes: 0.9 },
  ray: { draw: ray, aspect: 0.7, strokes: 0.7 },
  turtle: { draw: turtle('#8fcf6b', '#23502a', '#c9a15a', '#7d5423', '#4a2d10'), aspect: 0.62, strokes: 0.7 },
  shark: { draw: shark, aspect: 0.34, strokes: 1 },
  koi: { draw: koi, aspect: 0.42, strokes: 1.1 },
  whale: { draw: whale, aspect: 0.5, strokes: 0.4 },
  kingkoi: { draw: kingkoi, aspect: 0.5, strokes: 0.8 },
  kraken: { draw: octopus('#5a2f9c', '#1a0b3d', '#a77bff', true), aspect: 0.56, strokes: 0.5 },
  kingcrab: { draw: crab('#c41f2b', '#4a0510', '#ffb648', true), aspect: 0.62, strokes: 0.7 },
  galleon: { draw: galleon, aspect: 0.6, strokes: 0.3 },
  pearl: { draw: clam('#5fd0c8', '#2a8fb0', '#ffe7b0', 14, '#0d3d55'), aspect: 0.62, strokes: 0.4 },
  tortoise: { draw: turtle('#5f9c8a', '#0f2b2a', '#3d8c78', '#123f3a', '#ffcf5a'), aspect: 0.62, strokes: 0.45 },
  dragon: { draw: dragon, aspect: 0.4, strokes: 0.5 },
}

export const lookOf = (kind: string) => looks[kind] ?? { draw: minnow, aspect: 0.3, strokes: 2 }

const frames = 10
/** A frame is this much longer and higher than the 100 of a drawing, for fins and whiskers. */
const box = 1.36

export interface Sprite {
  frames: HTMLCanvasElement[]
  /** The size at which a frame is drawn. */
  width: number
  height: number
  length: number
  aspect: number
  strokes: number
}

/** Draws all frames of a kind once, at the size at which they are shown. */
export function spriteOf(kind: string, length: number, scale: number, boss: boolean): Sprite {
  const look = lookOf(kind)
  const width = length * box
  const height = length * Math.min(1.1, look.aspect + 0.42)
  const list = Array.from({ length: frames }, (_, i) => {
    const [canvas, pen] = canvasOf(width * scale, height * scale)
    pen.scale(scale, scale)
    pen.translate(width / 2, height / 2)
    if (boss) {
      oval(pen, 0, 0, width / 2, height / 2)
      pen.save()
      pen.scale(1, height / width)
      oval(pen, 0, 0, width / 2, width / 2)
      pen.fillStyle = glow(pen, 0, 0, width / 2, 'rgba(255,225,130,.34)', 'rgba(255,200,80,.14)', 'rgba(255,200,80,0)')
      pen.fill()
      pen.restore()
    }
    pen.scale(length / 104, length / 104)
    look.draw(pen, i / frames)
    return canvas
  })
  return { frames: list, width, height, length, aspect: look.aspect, strokes: look.strokes }
}

/** One still picture of a kind, for the dialogs and cards. */
export function portrait(canvas: HTMLCanvasElement, kind: string): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const size = Math.min(canvas.width / 132, canvas.height / (lookOf(kind).aspect * 100 + 46))
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.save()
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.scale(size, size)
  lookOf(kind).draw(pen, 0.1)
  pen.restore()
}
