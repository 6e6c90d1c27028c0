import { matchPath } from 'react-router'
import { expect, it } from 'vitest'
import { phoneRoutes, playerRoutes, publicRoutes } from '../../e2e/lib/routes'
import { paths } from './paths'
import { siteMap } from './site-map'

const addressesOf = (routes: string[]) => routes.map((route) => route.split('?')[0] ?? '')
const forPlayers = addressesOf(playerRoutes)
const forAll = [...addressesOf(publicRoutes), ...forPlayers]

it('NAV-02 the end-to-end tests open every page of the site, and as a player what wants a login', () => {
  const missing = siteMap
    .filter(({ path, place }) => {
      const opened = place === 'member' || place === 'account' ? forPlayers : forAll
      return !opened.some((address) => matchPath(path, address))
    })
    .map(({ path }) => path)
  expect(missing).toEqual([])
  expect(phoneRoutes).toEqual([paths.mine])
  for (const path of [paths.profile, paths.password, paths.bindCard, paths.mine]) expect(forPlayers).toContain(path)
})

it('no address of the end-to-end tests has lost its page', () => {
  const known = [...siteMap.map(({ path }) => path), paths.mine, '/no-such-page']
  expect(forAll.filter((address) => !known.some((path) => matchPath(path, address)))).toEqual([])
})
