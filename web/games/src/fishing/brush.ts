/** Small helpers for drawing on a canvas. */

export type Pen = CanvasRenderingContext2D

export const turn = Math.PI * 2

export function canvasOf(width: number, height: number): [HTMLCanvasElement, Pen] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(width))
  canvas.height = Math.max(1, Math.ceil(height))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('canvas 2d')
  return [canvas, pen]
}

/** A gradient down from y0 to y1. */
export function down(pen: Pen, y0: number, y1: number, ...colours: string[]): CanvasGradient {
  const gradient = pen.createLinearGradient(0, y0, 0, y1)
  colours.forEach((colour, i) => {
    gradient.addColorStop(i / Math.max(1, colours.length - 1), colour)
  })
  return gradient
}

/** A gradient from the middle of a circle outwards. */
export function glow(pen: Pen, x: number, y: number, radius: number, ...colours: string[]): CanvasGradient {
  const gradient = pen.createRadialGradient(x, y, 0, x, y, radius)
  colours.forEach((colour, i) => {
    gradient.addColorStop(i / Math.max(1, colours.length - 1), colour)
  })
  return gradient
}

export function oval(pen: Pen, x: number, y: number, rx: number, ry: number, tilt = 0): void {
  pen.beginPath()
  pen.ellipse(x, y, rx, ry, tilt, 0, turn)
}

/** A repeatable stream of numbers from 0 to 1. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
