import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { launchHref } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import { toast } from '../../ui/toast'
import CategoryPage from './category-page'
import { zhCN as words } from './text/category.zh-cn'
import { zhCN as text } from './text/venues.zh-cn'
import { venuePageAt, venuePages } from './venue-pages'

vi.mock('../../ui/toast', { spy: true })

const server = fakeServer()

interface Row {
  State: string
  EndTime?: string
  MoneyStopped?: boolean
}

const venueItems = (rows: Record<string, Row>) =>
  server.reply({
    '/v1/PubInterface/VenueItems': {
      Data: Object.entries(rows).map(([PlatformCode, row]) => ({ PlatformCode, EndTime: '', ...row })),
    },
  })

const allOpen = () => venueItems(Object.fromEntries(venuePages.map((p) => [p.launch.platformId, { State: 'open' }])))

const at = (path: string) => show(<CategoryPage />, path)

const tabs = () =>
  within(screen.getByRole('navigation', { name: /^(体育|真人|彩票|棋牌)场馆$/ }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.slice(1))

const main = () => screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement

afterEach(() => {
  vi.useRealTimers()
  vi.mocked(toast).mockClear()
})

describe('GAME-01, GAME-02, GAME-05 tabs', () => {
  const sports = ['/Sport_05', '/Sport_01', '/Sport_im', '/Sport_04', '/Sport_03']
  it.each([
    ['/Sport_05', sports],
    ['/Sport_im', sports],
    ['/Sport_02', sports],
    ['/Xiaojin', sports],
    ['/Sport_bti', ['/Sport_bti', ...sports]],
    ['/Reale_01', ['/Reale_03', '/Reale_01', '/Reale_02']],
    ['/Lottery_00', ['/Lottery_02', '/Lottery_00', '/Lottery_01']],
    ['/Boardgame_02', ['/Boardgame_03', '/Boardgame_01', '/Boardgame_02', '/Boardgame_05']],
  ])('%s shows its tabs in the documented order', (path, order) => {
    at(path)
    expect(tabs()).toEqual(order)
  })

  it.each([
    ['/sport_04', '/Sport_04'],
    ['/Sport_bti/', '/Sport_bti'],
    ['/Reale_02', '/Reale_02'],
    ['/Lottery_01', '/Lottery_01'],
    ['/Boardgame_05', '/Boardgame_05'],
    ['/Boardgame_04', '/Boardgame_01'],
  ])('%s highlights %s', (path, lit) => {
    at(path)
    expect(screen.getByRole('link', { current: 'page' })).toHaveAttribute('href', `#${lit}`)
  })

  it.each(['/Sport_02', '/Xiaojin'])('%s has no tab of its own and its name as the title', (path) => {
    at(path)
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull()
    const key = venuePageAt(path)?.key
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text.venue[key ?? 'fish'].name)
  })

  it('a click on a tab goes to its page', async () => {
    at('/Boardgame_01')
    fireEvent.click(screen.getByRole('link', { name: new RegExp(text.venue.board03.name) }))
    await waitFor(() => expect(window.location.hash).toBe('#/Boardgame_03'))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text.venue.board03.name)
  })
})

describe('GAME-04, GAME-05, GAME-06, LNCH-04 the way in', () => {
  // The board games are the documented ones word for word; the other numbers are our own (D-18).
  it.each([
    ['/Boardgame_01', 'launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1'],
    ['/Boardgame_02', 'launch=gamePlatformLaunch&platformId=31&gameId=0&mode=1'],
    ['/Boardgame_03', 'launch=gamePlatformLaunch_new&platformId=45&gameId=0&mode=0&language=1'],
    ['/Boardgame_04', 'launch=gamePlatformLaunch_new&platformId=37&gameId=0&mode=0&language=1'],
    ['/Boardgame_05', 'launch=gamePlatformLaunch_new&platformId=36&gameId=0&mode=0&language=1'],
    ['/Sport_04', 'launch=gamePlatformLaunch&platformId=3&gameId=ball&mode=1'],
    ['/Reale_02', 'launch=gamePlatformLaunch&platformId=3&gameId=live&mode=1'],
    ['/Lottery_02', 'launch=gamePlatformLaunch&platformId=3&gameId=Ltlottery&mode=1'],
    ['/Esports', 'launch=gamePlatformLaunch&platformId=41&gameId=0&mode=1'],
  ])('%s opens /#/Goto in a new tab with %s', async (path, query) => {
    allOpen()
    logIn()
    at(path)
    const name = path === '/Esports' ? /^立即加入/ : /^进入游戏/
    const link = await within(main()).findByRole('link', { name })
    expect(link).toHaveAttribute('href', `#/Goto?${query}`)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noreferrer')
  })

  it('every page of every kind has a launch of its own', () => {
    const links = venuePages.map((page) => launchHref(page.launch))
    expect(new Set(links).size).toBe(venuePages.length)
    expect(new Set(venuePages.map((page) => page.path)).size).toBe(venuePages.length)
  })

  it('GAME-04 e-sports is one banner with a join button and no tabs', async () => {
    allOpen()
    at('/Esports')
    expect(await within(main()).findAllByRole('link', { name: /^立即加入/ })).toHaveLength(1)
    expect(document.querySelectorAll('img[src="/art/esport.svg"]')).toHaveLength(1)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it.each(['01', '02', '03', '04', '05'])(
    'GAME-05 /Boardgame_%s has its banner, a paragraph about the games and one way in',
    async (number) => {
      allOpen()
      logIn()
      at(`/Boardgame_${number}`)
      const key = venuePageAt(`/Boardgame_${number}`)?.key
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text.venue[key ?? 'fish'].name)
      expect(document.querySelectorAll('img[src="/art/board.svg"]')).toHaveLength(1)
      expect(screen.getByText(words.category.board.intro)).toBeVisible()
      const ways = await within(main()).findAllByRole('link', { name: /^进入游戏/ })
      expect(ways.map((way) => [way.getAttribute('href')?.slice(0, 6), way.getAttribute('target')])).toEqual([
        ['#/Goto', '_blank'],
      ])
    },
  )

  it('GAME-05 board pages describe the games that their venues open', () => {
    at('/Boardgame_02')
    for (const word of ['抢庄牛牛', '炸金花', '三公', '二八杠']) {
      expect(screen.getByText(/围坐一桌/)).toHaveTextContent(word)
    }
  })
})

describe('MNT-03 what a venue is doing', () => {
  const noWayIn = () => expect(within(main()).queryByRole('link', { name: /^进入游戏/ })).toBeNull()

  it('in maintenance it says until when, and where one can play instead', async () => {
    venueItems({ 26: { State: 'maintenance', EndTime: '2026-11-21 18:30:00' }, 31: { State: 'open' } })
    at('/Boardgame_01')
    expect(await screen.findByText(words.maintenanceLine(text.venue.board01.name))).toBeVisible()
    expect(screen.getByText('2026-11-21 18:30（GMT+8）')).toBeVisible()
    expect(screen.getByRole('link', { name: words.goTo(text.venue.board02.name) })).toHaveAttribute(
      'href',
      '#/Boardgame_02',
    )
    noWayIn()
  })

  it('with its money stopped it says so beside the way in, for games go on', async () => {
    venueItems({ 26: { State: 'open', MoneyStopped: true }, 31: { State: 'open' } })
    at('/Boardgame_01')
    expect(await screen.findByText(text.moneyStoppedLine)).toBeVisible()
    expect(screen.getAllByText(text.moneyStopped)).toHaveLength(1)
    expect(within(main()).getByRole('link', { name: /^进入游戏/ })).toBeVisible()
  })

  it('without a contract it is not open, and nobody promises that it will be', async () => {
    venueItems({ 5: { State: 'absent' }, 26: { State: 'open' } })
    at('/Sport_05')
    expect(await screen.findByText(words.absentLine(text.venue.sport05.name))).toBeVisible()
    expect(screen.getByRole('heading', { name: words.aboutOpen(text.category.sport.title) })).toBeVisible()
    expect(screen.queryByText(/即将|敬请/)).toBeNull()
    noWayIn()
    const open = screen.getByRole('region', { name: text.openNow })
    expect(within(open).getByRole('link', { name: text.venue.board01.name })).toHaveAttribute('href', '#/Boardgame_01')
  })

  it('closed it says so; a venue the server does not name is closed too', async () => {
    venueItems({ 21: { State: 'closed' } })
    const page = at('/Reale_03')
    expect(await screen.findByText(words.closedLine(text.venue.live03.name))).toBeVisible()
    page.unmount()
    at('/Reale_01')
    expect(await screen.findByText(words.closedLine(text.venue.live01.name))).toBeVisible()
  })

  it('when no answer comes it offers to ask again', async () => {
    server.reply({ '/v1/PubInterface/VenueItems': [500, { Message: '服务器开小差了' }] })
    at('/Boardgame_01')
    expect(await screen.findByText(text.stateUnknown)).toBeVisible()
    noWayIn()
    venueItems({ 26: { State: 'open' } })
    fireEvent.click(screen.getByRole('button', { name: text.retry }))
    expect(await within(main()).findByRole('link', { name: /^进入游戏/ })).toBeVisible()
  })
})

describe('LNCH-03 a visitor', () => {
  const open = async () => {
    venueItems({ 26: { State: 'open' } })
    at('/Boardgame_01')
    return within(main()).findByRole('link', { name: /^进入游戏/ })
  }

  it('is told to log in, and 2 s later stands at the login with nothing kept', async () => {
    const link = await open()
    vi.useFakeTimers()
    localStorage.setItem('userInfo', '{}')
    expect(fireEvent.click(link)).toBe(false)
    fireEvent.click(link)
    expect(vi.mocked(toast).mock.calls).toEqual([['info', '还未登录，请先登录']])
    act(() => void vi.advanceTimersByTime(1999))
    expect(window.location.hash).toBe('#/Boardgame_01')
    expect(localStorage.getItem('userInfo')).toBe('{}')
    act(() => void vi.advanceTimersByTime(1))
    expect(window.location.hash).toBe('#/Login?to=%2FBoardgame_01')
    expect(localStorage.getItem('userInfo')).toBeNull()
  })

  it('who is logged in is not held up', async () => {
    logIn()
    const link = await open()
    // The new tab is the browser's; here it only matters that the click is left alone.
    link.removeAttribute('href')
    expect(fireEvent.click(link)).toBe(true)
    expect(toast).not.toHaveBeenCalled()
  })
})
