import { canvasOf, down, glow, oval, type Pen, turn } from './brush'

/** The colours of the cannons, the cheapest first: light of the shot, metal, shadow. */
const metals: [string, string, string][] = [
  ['#6fe8ff', '#c98d4f', '#5b3413'],
  ['#8dffb0', '#d5dde6', '#54626f'],
  ['#ffd65a', '#f5cf6a', '#7d5212'],
  ['#ff7a5c', '#ffb648', '#7a1420'],
]
export const metalOf = (level: number) =>
  metals[Math.min(level, metals.length - 1)] ?? (metals[0] as [string, string, string])

/** A cannon on its ring. `kick` runs from 1 to 0 after a shot. */
export function cannon(pen: Pen, x: number, y: number, angle: number, level: number, size: number, kick: number): void {
  const [light, metal, dark] = metalOf(level)
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 100, size / 100)
  oval(pen, 0, 6, 52, 24)
  pen.fillStyle = 'rgba(0,0,0,.45)'
  pen.fill()
  pen.save()
  pen.rotate(angle + Math.PI / 2)
  pen.translate(0, kick * 9)
  const barrels = level >= 3 ? [-13, 13] : [0]
  for (const side of barrels) {
    const half = level >= 3 ? 10 : 12 + level * 2
    pen.beginPath()
    pen.moveTo(side - half, 4)
    pen.lineTo(side - half * 0.72, -62)
    pen.lineTo(side - half, -66)
    pen.lineTo(side - half, -76)
    pen.lineTo(side + half, -76)
    pen.lineTo(side + half, -66)
    pen.lineTo(side + half * 0.72, -62)
    pen.lineTo(side + half, 4)
    pen.closePath()
    const shine = pen.createLinearGradient(side - half, 0, side + half, 0)
    shine.addColorStop(0, dark)
    shine.addColorStop(0.3, '#fff8e0')
    shine.addColorStop(0.55, metal)
    shine.addColorStop(1, dark)
    pen.fillStyle = shine
    pen.fill()
    pen.lineWidth = 2.4
    pen.strokeStyle = dark
    pen.stroke()
    for (const at of [-22, -42]) {
      pen.fillStyle = light
      pen.globalAlpha = 0.85
      pen.fillRect(side - half * 0.8, at, half * 1.6, 4)
      pen.globalAlpha = 1
    }
    if (kick > 0.4) {
      oval(pen, side, -84, 26, 26)
      pen.fillStyle = glow(pen, side, -84, 26, '#fff', light, 'rgba(255,255,255,0)')
      pen.globalAlpha = kick
      pen.fill()
      pen.globalAlpha = 1
    }
  }
  pen.restore()
  oval(pen, 0, 0, 36, 33)
  pen.fillStyle = down(pen, -33, 33, '#fff6d0', metal, dark)
  pen.fill()
  pen.lineWidth = 3
  pen.strokeStyle = dark
  pen.stroke()
  oval(pen, 0, -1, 19, 18)
  pen.fillStyle = glow(pen, -5, -7, 26, '#fff', light, dark)
  pen.fill()
  pen.stroke()
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * turn
    oval(pen, Math.cos(a) * 27.5, Math.sin(a) * 25, 2.6, 2.6)
    pen.fillStyle = '#fff3c4'
    pen.fill()
  }
  pen.restore()
}

/** A shot, flying right. */
export function shotSprite(level: number): HTMLCanvasElement {
  const [light] = metalOf(level)
  const [canvas, pen] = canvasOf(64, 32)
  pen.fillStyle = glow(pen, 44, 16, 18, '#fff', light, 'rgba(255,255,255,0)')
  pen.beginPath()
  pen.moveTo(2, 16)
  pen.quadraticCurveTo(34, 2, 46, 4)
  pen.arc(46, 16, 12, -turn / 4, turn / 4)
  pen.quadraticCurveTo(34, 30, 2, 16)
  pen.fill()
  oval(pen, 46, 16, 6, 5)
  pen.fillStyle = '#fff'
  pen.fill()
  return canvas
}

/** The net that opens where a shot hits. */
export function netSprite(level: number): HTMLCanvasElement {
  const [light] = metalOf(level)
  const [canvas, pen] = canvasOf(160, 160)
  pen.translate(80, 80)
  oval(pen, 0, 0, 78, 78)
  pen.fillStyle = glow(pen, 0, 0, 78, 'rgba(255,255,255,.5)', `${light}33`, `${light}00`)
  pen.fill()
  pen.strokeStyle = light
  pen.lineWidth = 2
  const corners = 10
  for (const r of [22, 42, 62]) {
    pen.beginPath()
    for (let i = 0; i <= corners; i++) {
      const a = (i / corners) * turn
      const m = ((i - 0.5) / corners) * turn
      if (i === 0) pen.moveTo(Math.cos(a) * r, Math.sin(a) * r)
      else pen.quadraticCurveTo(Math.cos(m) * r * 0.86, Math.sin(m) * r * 0.86, Math.cos(a) * r, Math.sin(a) * r)
    }
    pen.stroke()
  }
  for (let i = 0; i < corners; i++) {
    const a = (i / corners) * turn
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.lineTo(Math.cos(a) * 68, Math.sin(a) * 68)
    pen.stroke()
    oval(pen, Math.cos(a) * 68, Math.sin(a) * 68, 4.5, 4.5)
    pen.fillStyle = '#fff6d0'
    pen.fill()
  }
  return canvas
}

/** A coin as it turns, in six pictures. */
export function coinSprites(): HTMLCanvasElement[] {
  return Array.from({ length: 6 }, (_, i) => {
    const [canvas, pen] = canvasOf(40, 40)
    pen.translate(20, 20)
    pen.scale(Math.max(0.14, Math.abs(Math.cos((i / 6) * Math.PI))), 1)
    oval(pen, 0, 0, 18, 18)
    pen.fillStyle = down(pen, -18, 18, '#fffbe0', '#ffcf3f', '#b5700c')
    pen.fill()
    pen.lineWidth = 2
    pen.strokeStyle = '#7d4a05'
    pen.stroke()
    oval(pen, 0, 0, 13, 13)
    pen.lineWidth = 1.6
    pen.strokeStyle = '#c9850f'
    pen.stroke()
    pen.strokeStyle = '#7d4a05'
    pen.lineWidth = 2
    pen.strokeRect(-4.5, -4.5, 9, 9)
    return canvas
  })
}
