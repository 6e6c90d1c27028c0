import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { grounds } from './cover-ground'
import { GameArt, gameArtSvg, motifSvg, palettes } from './game-art'
import { type Motif, motifs } from './game-motifs'

const names = Object.keys(motifs) as Motif[]
const plain = { palette: 'gold', rarity: 2, seed: 1 }

describe('pictures of games', () => {
  it('draws every game that the house ships', () => {
    const [head = '', ...lines] = readFileSync('../internal/venue/shipped/games.csv', 'utf8').trim().split('\n')
    const columns = head.split(',')
    const at = (name: string) => columns.indexOf(name)
    expect(lines.length).toBeGreaterThan(400)
    for (const line of lines) {
      const value = line.split(',')
      expect(names, line).toContain(value[at('motif')])
      expect(Object.keys(palettes), line).toContain(value[at('palette')])
    }
  })

  it.each(names)('%s is drawn from right paths, small enough, and its file is fresh', async (motif) => {
    expect(motifs[motif].length).toBeLessThan(1200)
    for (let seed = 0; seed < 10; seed++) {
      const text = gameArtSvg({ motif, palette: 'azure', rarity: (seed % 3) + 1, seed }, seed % 2 ? 'wide' : 'square')
      expect(text).not.toMatch(/NaN|undefined|@/)
      expect(text.length).toBeLessThan(12_000)
    }
    // The pictures that ImgUrl names; run vitest with -u after a deliberate change.
    await expect(gameArtSvg({ ...plain, motif })).toMatchFileSnapshot(`../../../player/public/art/games/${motif}.svg`)
    // The motifs of covers, on their own ground.
    await expect(motifSvg(motif, 'gold')).toMatchFileSnapshot(`../../../player/public/art/motifs/${motif}.svg`)
  })

  it('has covers on the same grounds', () => {
    expect(grounds).toEqual(
      Object.fromEntries(Object.entries(palettes).map(([name, { glow, deep }]) => [name, [glow, deep]])),
    )
  })

  it('is the same every time and differs by seed', () => {
    const one = gameArtSvg({ ...plain, motif: 'dragon' })
    expect(gameArtSvg({ ...plain, motif: 'dragon' })).toBe(one)
    expect(new Set(Array.from({ length: 20 }, (_, seed) => gameArtSvg({ ...plain, motif: 'dragon', seed }))).size).toBe(
      20,
    )
  })

  it('draws something for a motif of a newer server, and says nothing to readers', () => {
    const { container } = render(<GameArt art={{ motif: 'constructor', palette: 'toString', rarity: 9, seed: -3 }} />)
    expect(container.querySelectorAll('path').length).toBeGreaterThan(5)
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  })
})
