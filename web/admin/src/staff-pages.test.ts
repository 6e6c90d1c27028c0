import { expect, test } from 'vitest'
import { staffPages } from '../../e2e/lib/routes'
import { paths } from './paths'
import { pages } from './routes'
import { menuFor } from './shell/menu'
import { permissions } from './testing/permissions'

const tried = new Set(staffPages.map(([path]) => path.split('?')[0]))

test('every page of the back office is opened in a browser by the list of the end-to-end tests', () => {
  // The page of a player has a test of its own, which opens each of its tabs.
  const own: string[] = [paths.playerPattern]
  const all: string[] = [paths.home, paths.profile, ...pages.map(([path]) => path)].filter(
    (path) => !own.includes(path),
  )
  expect(all.filter((path) => !tried.has(path))).toEqual([])
  expect([...tried].filter((path) => path === undefined || !all.includes(path))).toEqual([])
})

test('every page of the back office is in the menu, but those that another page leads to', () => {
  const linked: string[] = [paths.playerPattern, paths.forfeits, paths.roles, paths.networks]
  const menu = menuFor(permissions).map(({ path }) => path)
  expect(pages.map(([path]) => path).filter((path) => !menu.includes(path))).toEqual(linked)
})

test('the menu asks for the permission that the page asks for', () => {
  const asked = new Map(pages.map(([path, permission]) => [path, permission]))
  for (const { path, permission } of menuFor(permissions))
    if (path !== paths.home) expect([path, permission]).toEqual([path, asked.get(path)])
})
