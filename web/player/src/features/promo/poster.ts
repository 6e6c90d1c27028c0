import { boot } from '@shared/boot'

/** The poster's size in pixels: a phone's picture, sharp enough to be scanned from another phone. */
export const posterSize = { width: 750, height: 1200 }

interface Words {
  invites: string
  offer: string
  scan: string
  adult: string
  address: string
}

const font = (size: number, weight = 400) =>
  `${weight} ${size}px "PingFang SC", "Microsoft YaHei", "Hiragino Sans GB", "Noto Sans CJK SC", sans-serif`

/**
 * Draws the invitation: the site's lantern and name, who invites, the reward, and the code that leads to registration.
 * The words are drawn as they are given. It reports whether the browser could draw.
 */
export function drawPoster(canvas: HTMLCanvasElement, code: CanvasImageSource, words: Words): boolean {
  const { width, height } = posterSize
  canvas.width = width
  canvas.height = height
  const to = canvas.getContext('2d')
  if (!to) return false
  const night = to.createLinearGradient(0, 0, 0, height)
  night.addColorStop(0, '#2b2417')
  night.addColorStop(0.45, '#12151c')
  night.addColorStop(1, '#0d1016')
  to.fillStyle = night
  to.fillRect(0, 0, width, height)
  const glow = to.createRadialGradient(width / 2, 250, 20, width / 2, 250, 420)
  glow.addColorStop(0, 'rgba(224, 178, 82, 0.35)')
  glow.addColorStop(1, 'rgba(224, 178, 82, 0)')
  to.fillStyle = glow
  to.fillRect(0, 0, width, 700)
  frame(to)
  lantern(to, width / 2, 210, 4.2)
  to.textAlign = 'center'
  line(to, boot.siteName, 400, font(72, 700), '#e0b252')
  line(to, words.invites, 476, font(36, 600), '#eceef2')
  const below = paragraph(to, words.offer, 546, font(28), '#f0d596')
  const size = 360
  const top = Math.max(below + 40, 580)
  const left = (width - size) / 2
  to.fillStyle = '#ffffff'
  to.beginPath()
  to.roundRect(left - 24, top, size + 48, size + 48, 24)
  to.fill()
  to.imageSmoothingEnabled = false
  to.drawImage(code, left, top + 24, size, size)
  line(to, words.scan, top + size + 104, font(28), '#eceef2')
  fitted(to, words.address, height - 92, 22, '#8d96a6')
  line(to, words.adult, height - 54, font(20), '#8d96a6')
  return true
}

function line(to: CanvasRenderingContext2D, text: string, y: number, look: string, colour: string): void {
  to.font = look
  to.fillStyle = colour
  to.fillText(text, posterSize.width / 2, y, posterSize.width - 96)
}

/** A line that gets smaller letters where it is too long. */
function fitted(to: CanvasRenderingContext2D, text: string, y: number, size: number, colour: string): void {
  const room = posterSize.width - 96
  to.font = font(size)
  const needed = to.measureText(text).width
  line(to, text, y, font(needed > room ? Math.floor((size * room) / needed) : size), colour)
}

/** Several lines, broken between characters as Chinese is. It returns the last one's height. */
function paragraph(to: CanvasRenderingContext2D, text: string, y: number, look: string, colour: string): number {
  to.font = look
  const rows: string[] = []
  let row = ''
  for (const character of text) {
    if (row && to.measureText(row + character).width > posterSize.width - 140) {
      rows.push(row)
      row = ''
    }
    row += character
  }
  rows.push(row)
  rows.forEach((words, index) => {
    line(to, words, y + index * 44, look, colour)
  })
  return y + (rows.length - 1) * 44
}

function frame(to: CanvasRenderingContext2D): void {
  to.strokeStyle = 'rgba(224, 178, 82, 0.5)'
  to.lineWidth = 2
  to.beginPath()
  to.roundRect(24, 24, posterSize.width - 48, posterSize.height - 48, 28)
  to.stroke()
}

/** The built-in mark of LogoMark, from its centre. */
function lantern(to: CanvasRenderingContext2D, x: number, y: number, scale: number): void {
  to.save()
  to.translate(x - 20 * scale, y - 20 * scale)
  to.scale(scale, scale)
  to.fillStyle = '#1a1204'
  to.strokeStyle = '#e0b252'
  to.lineWidth = 1.4
  to.beginPath()
  to.arc(20, 20, 19, 0, 2 * Math.PI)
  to.fill()
  to.stroke()
  to.fillStyle = '#e0b252'
  to.fill(new Path2D('M20 5c7 4 10 9 10 15s-3 11-10 15c-7-4-10-9-10-15S13 9 20 5Z'))
  to.strokeStyle = '#1a1204'
  to.stroke(new Path2D('M20 5v30M10.4 17h19.2M10.4 23h19.2'))
  to.restore()
}
