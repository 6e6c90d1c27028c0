import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import FishPage from '../slot/fish-page'
import CategoryPage from './category-page'
import { zhCN as text } from './text/venues.zh-cn'
import { pagesOf, sharesVenue, venuePages } from './venue-pages'
import { VenueTabs } from './venue-tabs'

const server = fakeServer()

/** The catalogue of a new installation; its cells before the note hold no comma. */
const shipped = readFileSync(join(import.meta.dirname, '../../../../../internal/venue/shipped/venues.csv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [code = '', id = '', , name = '', , , , , routes = ''] = line.split(',')
    return { code, id, name, routes: routes.split(' ') }
  })

const catalogue = (more: Record<string, string> = {}) =>
  server.reply({
    '/v1/PubInterface/VenueItems': {
      Data: shipped.map(({ id, name }) => ({
        PlatformCode: id,
        PlatformName: more[id] ?? name,
        State: 'open',
        EndTime: '',
      })),
    },
  })

describe('D-18 a venue has one name', () => {
  it.each(venuePages.map((page) => [page.path, page] as const))('%s is a page of the catalogue', (path, page) => {
    const venue = shipped.find(({ code }) => code === page.venue)
    expect(venue?.id).toBe(page.launch.platformId)
    expect(venue?.routes).toContain(path)
    // The names shown until a catalogue was read.
    if (!sharesVenue(page)) expect(text.venue[page.key].name).toBe(venue?.name)
  })

  it('pages that share a venue have names of their own, each another', () => {
    const shared = venuePages.filter(sharesVenue)
    expect(shared.map((page) => page.key)).toEqual(['sport04', 'live01', 'live02', 'fish', 'lottery02'])
    const names = [...shared.map((page) => text.venue[page.key].name), ...shipped.map(({ name }) => name)]
    expect(new Set(names).size).toBe(names.length)
  })

  it('a page bears the name of the catalogue, whatever the operator made it', async () => {
    catalogue({ 26: '听雪棋院', 31: '新乐弈楼' })
    show(<CategoryPage />, '/Boardgame_01')
    expect(await screen.findByRole('heading', { level: 1, name: '听雪棋院' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^新乐弈楼\s*开放中/ })).toBeVisible()
    expect(screen.queryByText(/鸿运棋院/)).toBeNull()
    expect(screen.queryByText(/共用余额$/)).toBeNull()
  })

  it.each([
    ['/Sport_04', '万象体育', '与万象馆共用余额'],
    ['/Reale_02', '万象真人', '与万象馆共用余额'],
    ['/Lottery_02', '万象彩票', '与万象馆共用余额'],
    ['/Reale_01', '听涛真人', '与听涛阁共用余额'],
  ])('%s is called %s and says: %s', async (path, name, wallet) => {
    catalogue()
    show(<CategoryPage />, path)
    expect(screen.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await screen.findByText(wallet)).toBeVisible()
    const venue = wallet.slice(1, -'共用余额'.length)
    expect(document.querySelector('[data-launch-name]')).toHaveAttribute('data-launch-name', `${name}（${venue}）`)
  })

  it('tabs of pages without a venue of their own keep their names', async () => {
    catalogue({ 3: '别名馆', 21: '揽星真人' })
    show(<VenueTabs page={pagesOf('live')[0] as (typeof venuePages)[0]} />, '/Reale_03')
    expect(await screen.findByRole('link', { name: /^揽星真人/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^万象真人/ })).toBeVisible()
  })

  it('the fishing hall has games of several venues, and says of each whose it is', async () => {
    logIn()
    catalogue()
    const game = (Id: number, Platform: string) => ({
      Id,
      GameCode: `g${Id}`,
      Platform,
      ImgUrl: '/art/games/koi.svg',
      GameCnName: `渔场${Id}`,
      IsFavorites: false,
      Category: 0,
      State: 'open',
    })
    const Items = [game(1, '2'), game(2, '2'), game(3, '2'), game(4, '2'), game(5, '47')]
    server.reply({
      '/v1/PubInterface/GetAGFishingInfo': { Data: { Items, RowCount: 5, PageCount: 1, PageIndex: 1 } },
    })
    show(<FishPage />, '/Fish')
    expect(await screen.findAllByText('与听涛阁共用余额')).toHaveLength(4)
    expect((await screen.findByRole('heading', { name: /渔场5/ })).closest('article')).toHaveTextContent('聚宝电子')
  })
})
