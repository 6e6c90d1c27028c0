import { boot } from '@shared/boot'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { CategoryTiles } from './category-tiles'
import { KindRail } from './kind-rail'
import { OpenVenues } from './open-venues'
import { zhCN as text } from './text/venues.zh-cn'
import { venuePages } from './venue-pages'

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
  expect(tiles()).toHaveLength(5)
  expect(within(tiles()[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', '#/Boardgame_01')
})
