import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, '../styles.css'), 'utf8')
const colour = (name: string) => {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(styles)?.[1]
  if (!value) throw new Error(`no colour ${name}`)
  return value
}

/** WCAG's relative luminance. */
function light(hex: string): number {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [light(a), light(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

it('every word can be read on every ground: 4.5 to 1', () => {
  const grounds = ['deep', 'ink', 'panel', 'raised', 'warm']
  const words = ['text', 'soft', 'mute', 'gold', 'gold-soft', 'win', 'loss', 'info']
  const weak = words.flatMap((word) =>
    grounds
      .map((ground) => ({ pair: `${word} on ${ground}`, is: contrast(colour(word), colour(ground)) }))
      .filter(({ is }) => is < 4.5),
  )
  expect(weak).toEqual([])
  for (const gold of ['gold', 'gold-light', 'gold-dark']) {
    expect(contrast(colour('on-gold'), colour(gold)), gold).toBeGreaterThan(4.5)
  }
  for (const mark of ['hot', 'new']) expect(contrast('#ffffff', colour(mark)), mark).toBeGreaterThan(4.5)
})

it('a border that is a control can be seen under the pointer: 3 to 1 for the focus ring', () => {
  for (const ground of ['deep', 'ink', 'panel', 'raised', 'warm']) {
    expect(contrast(colour('gold'), colour(ground)), ground).toBeGreaterThan(3)
  }
})
