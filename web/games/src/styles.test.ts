import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname)
const games = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())
const filesOf = (game: string, ending: string) =>
  readdirSync(join(source, game))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(source, game, name), 'utf8'))

/** The classes that a game's components put on elements. */
function worn(game: string): Set<string> {
  const classes = new Set<string>()
  for (const text of filesOf(game, '.tsx'))
    for (const [, plain, computed] of text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)) {
      const parts = [...(computed ?? '').matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, part]) => part)
      for (const name of [plain ?? '', ...parts].join(' ').split(/[\s${}]+/)) if (name) classes.add(name)
    }
  return classes
}

/** The classes at the head of the selectors of a game's stylesheet: these reach every page of the build. */
function heads(game: string): Set<string> {
  const classes = new Set<string>()
  for (const text of filesOf(game, '.css'))
    for (const [, selectors] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g))
      for (const selector of (selectors ?? '').split(',')) {
        const head = /^\.([\w-]+)/.exec(selector.trim())?.[1]
        if (head) classes.add(head)
      }
  return classes
}

describe('stylesheets of the games', () => {
  for (const game of games)
    it(`${game}: no rule reaches another game's elements`, () => {
      const reached = games
        .filter((other) => other !== game)
        .flatMap((other) => [...worn(other)].filter((name) => heads(game).has(name)).map((name) => `${other} .${name}`))
      expect(reached).toEqual([])
    })
})
