import { expect, test } from 'vitest'
import { staffPages } from '../../e2e/lib/routes'
import { paths } from './paths'
import { pages } from './routes'

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
