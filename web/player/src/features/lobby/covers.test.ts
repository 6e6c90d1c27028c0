import { expect, it } from 'vitest'
import { coverOf } from './lobby-queries'

const game = (Kind: 'live' | 'slot', Platform: string) =>
  ({ Kind, Platform, Art: { Motif: 'cards', Palette: 'crimson', Rarity: 2, Seed: 1 } }) as Parameters<typeof coverOf>[0]

it('H-513 the same table has another colour at each venue, and a slot game keeps its own', () => {
  const colours = ['21', '2', '3'].map((platform) => coverOf(game('live', platform)).palette)
  expect(new Set(colours).size).toBe(3)
  expect(coverOf(game('slot', '8')).palette).toBe('crimson')
})
