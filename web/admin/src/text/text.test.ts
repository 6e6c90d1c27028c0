import { describe, expect, test } from 'vitest'

const sources = import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>
const exempt = /(^\.\/|\/text\/|\/testing\/|\.test\.)/

// D-20: every word on the screen comes from the catalogue.
describe('texts live in the catalogue', () => {
  test('no component has Chinese of its own', () => {
    const strays = Object.entries(sources)
      .filter(([path]) => !exempt.test(path))
      .filter(([, source]) => /\p{Script=Han}/u.test(source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')))
      .map(([path]) => path)
    expect(strays).toEqual([])
    expect(Object.keys(sources).length).toBeGreaterThan(50)
  })
})
