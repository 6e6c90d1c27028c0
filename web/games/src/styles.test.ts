import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname)
const games = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())
const filesOf = (game: string, ending: RegExp) =>
  readdirSync(join(source, game))
    .filter((name) => ending.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(source, game, name), 'utf8'))

/**
 * The words that a game's elements may have for a class. A class can come out of a variable, such as the phase of a
 * round. So every word in the quotes of the game's source counts, and a template's beginning followed by a number.
 */
function worn(game: string): (name: string) => boolean {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  for (const text of filesOf(game, /\.tsx?$/)) {
    for (const quoted of [/'([\w -]+)'/g, /"([\w -]+)"/g, /`([^`]*)`/g]) // templates hold quotes
      for (const [, some] of text.matchAll(quoted)) for (const word of some?.split(/[\s${}]+/) ?? []) words.add(word)
    for (const [, beginning] of text.matchAll(/([\w-]+)\$\{/g)) beginnings.add(beginning ?? '')
  }
  return (name) => words.has(name) || (/\d$/.test(name) && beginnings.has(name.replace(/\d+$/, '')))
}

/** The classes at the head of the selectors of a game's stylesheet: these reach every page of the build. */
function heads(game: string): Set<string> {
  const classes = new Set<string>()
  for (const text of filesOf(game, /\.css$/))
    for (const [, selectors] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g))
      for (const selector of (selectors ?? '').split(',')) {
        const head = /^\.([\w-]+)/.exec(selector.trim())?.[1]
        if (head) classes.add(head)
      }
  return classes
}

describe('stylesheets of the games', () => {
  it('classes out of variables and templates are found', () => {
    expect(['shown', 'bg-place', 'banker', 'seats4'].filter(worn('board'))).toHaveLength(4)
    expect(['banker', 'seats4'].filter(worn('slot'))).toEqual([])
  })

  for (const game of games)
    it(`${game}: no rule reaches another game's elements`, () => {
      const reached = games
        .filter((other) => other !== game)
        .flatMap((other) => [...heads(game)].filter(worn(other)).map((name) => `${other} .${name}`))
      expect(reached).toEqual([])
    })
})
