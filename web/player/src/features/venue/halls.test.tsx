import { boot } from '@shared/boot'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { CategoryTiles } from './category-tiles'
import { KindRail } from './kind-rail'
import { OpenVenues } from './open-venues'
import { ShutVenues } from './shut-venues'
import { zhCN as text } from './text/venues.zh-cn'
import { openFirst, pagesOf, venuePages } from './venue-pages'

const server = fakeServer()

const venueItems = (states: Record<string, string>) =>
  server.reply({
    '/v1/PubInterface/VenueItems': {
      Data: Object.entries(states).map(([PlatformCode, State]) => ({ PlatformCode, State, EndTime: '' })),
    },
  })

afterEach(() => {
  boot.venues = {}
})

it('HOME-02, MNT-03 home leads with the venues that are open now', async () => {
  venueItems({ 26: 'open', 31: 'maintenance', 21: 'absent' })
  show(<OpenVenues />)
  const link = await screen.findByRole('link', { name: text.venue.board01.name })
  expect(link).toHaveAttribute('href', '#/Boardgame_01')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /^鸿运棋院\s*进入游戏/ })).toHaveAttribute('target', '_blank')
})

it('HOME-02 with many open venues every kind has its turn', async () => {
  venueItems(Object.fromEntries(venuePages.map((page) => [page.launch.platformId, 'open'])))
  show(<OpenVenues />)
  await screen.findByRole('link', { name: text.venue.sport05.name })
  const shown = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
  const first = ['sport05', 'live03', 'esport', 'lottery02', 'board03', 'sport01'] as const
  expect(shown).toEqual(first.map((key) => text.venue[key].name))
})

it('MNT-03 says so when nothing is open', async () => {
  venueItems({ 26: 'closed' })
  show(<OpenVenues />)
  expect(await screen.findByText(text.noneOpen)).toBeVisible()
})

it('HOME-02 seven kinds of games; kinds that are open come first and lead to what is open', async () => {
  boot.venues = { 31: 'open' }
  venueItems({ 26: 'maintenance', 31: 'open', 5: 'absent' })
  show(<CategoryTiles />)
  expect(await screen.findByText(text.venuesOpen(1))).toBeVisible()
  const links = screen.getAllByRole('link')
  expect(links).toHaveLength(7)
  expect(links[0]).toHaveTextContent(text.category.board.title)
  expect(links[0]).toHaveAttribute('href', '#/Boardgame_02')
  expect(links[1]).toHaveTextContent(text.category.sport.title)
  expect(links[1]).toHaveTextContent(text.state.absent)
  expect(links[1]).toHaveAttribute('href', '#/Sport_05')
})

it('HOME-02 the phone shows every kind and the venues of each', async () => {
  venueItems({ 26: 'open', 31: 'open', 45: 'absent', 37: 'absent', 36: 'absent' })
  show(<KindRail />)
  const tiles = () => screen.getAllByRole('listitem')
  expect(tiles()).toHaveLength(7)
  await screen.findByText(text.venuesOpen(2))
  fireEvent.click(screen.getByRole('button', { name: text.short.board }))
  expect(await screen.findByText(text.venue.board01.name)).toBeVisible()
  // H-493: those that are not open have their place below the halls.
  expect(tiles()).toHaveLength(2)
  expect(within(tiles()[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', '#/Boardgame_01')
  fireEvent.click(screen.getByRole('button', { name: text.short.sport }))
  expect(tiles().length).toBeGreaterThan(5)
})

it('H-493 what is not open has one place, and none while everything is open', async () => {
  const states = Object.fromEntries(venuePages.map((page) => [page.launch.platformId, 'open']))
  venueItems({ ...states, 6: 'absent', 31: 'closed', 26: 'maintenance' })
  const { unmount } = show(<ShutVenues />)
  const shut = within(await screen.findByRole('region', { name: text.notOpen }))
  expect(shut.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    `${text.venue.sport01.name}${text.state.absent}`,
    `${text.venue.board02.name}${text.state.closed}`,
  ])
  unmount()
  venueItems(states)
  show(
    <>
      <OpenVenues />
      <ShutVenues />
    </>,
  )
  await screen.findByRole('link', { name: text.venue.sport05.name })
  expect(screen.queryByRole('region', { name: text.notOpen })).toBeNull()
})

it('H-493 documented tabs keep their order, and those of venues that are not open come last', () => {
  const keys = () => openFirst(pagesOf('board')).map(({ key }) => key)
  expect(keys()).toEqual(['board03', 'board01', 'board02', 'board05', 'board04'])
  boot.venues = { 26: 'absent', 31: 'open', 45: 'open', 37: 'open', 36: 'maintenance' }
  expect(keys()).toEqual(['board03', 'board02', 'board05', 'board04', 'board01'])
})
