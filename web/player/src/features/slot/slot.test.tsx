import type { Wire } from '@shared/api/wire'
import { boot } from '@shared/boot'
import { gmtTime, serverNow } from '@shared/clock'
import { clearLogin, loginInfo } from '@shared/session'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import { holdPage } from '../../ui/page-held'
import * as toasts from '../../ui/toast'
import { pageSize } from './game-queries'
import SlotPage from './slot-page'
import { zhCN } from './text/zh-cn'

const server = fakeServer()
const info = '/v1/Select/GameInfo'
const favourites = '/v1/Select/GameFavorites'
const add = '/v1/Do/AddGameFavoritesAction'
const cancel = '/v1/Do/CancelGameFavoritesAction'

type WireGame = Wire['SlotGame']

const game = (number: number, more: Partial<WireGame> = {}): WireGame => ({
  Id: 470000 + number,
  GameCode: `s${number}`,
  Platform: '47',
  ImgUrl: '/art/games/seven.svg',
  GameCnName: `游戏${number}`,
  IsFavorites: false,
  Category: 1,
  Theme: '',
  Kind: 'slot',
  IsHot: false,
  IsRecommend: false,
  State: 'absent',
  MaintainEnd: '',
  Art: { Motif: 'seven', Palette: 'gold', Rarity: 1, Seed: number },
  ...more,
})

const games = (from: number, to: number, more?: Partial<WireGame>) =>
  Array.from({ length: to - from + 1 }, (_, index) => game(from + index, more))

/** A catalogue of so many games, cut into pages as the server does. */
const catalogue = (count: number, more?: Partial<WireGame>) => (form: URLSearchParams) => {
  const page = Number(form.get('PageIndex'))
  const Items = games((page - 1) * 20 + 1, Math.min(page * 20, count), more)
  return { Data: { Items, RowCount: count, PageCount: Math.ceil(count / 20), PageIndex: page } }
}

const lobby = (at: string) =>
  show(
    createElement(
      Routes,
      null,
      createElement(Route, { path: paths.slots, element: createElement(SlotPage) }),
      createElement(Route, { path: paths.slotsOf, element: createElement(SlotPage) }),
      createElement(Route, { path: '*', element: createElement('p', null, 'elsewhere') }),
    ),
    at,
  )

const asked = () => Object.fromEntries(server.callsTo(info).at(-1)?.form ?? [])
const tile = async (name: string) => (await screen.findByRole('heading', { name })).closest('article') as HTMLElement
const heart = async (name: string) => screen.findByRole('button', { name: `收藏${name}` })
const filterLink = (name: string) => screen.getByRole('link', { name })
const submit = (input: HTMLElement) => fireEvent.submit(input.closest('form') as HTMLFormElement)
const field = () => screen.getByRole('textbox', { name: zhCN.search })

beforeEach(() => {
  window.scrollTo = vi.fn() as unknown as typeof window.scrollTo
})
afterEach(() => {
  delete document.documentElement.dataset.form
  boot.venues = {}
})

describe('SLOT-01 providers', () => {
  beforeEach(() => {
    logIn()
    server.reply({ [info]: catalogue(3) })
  })

  it.each([
    ['/Egame', '47', '聚宝电子'],
    ['/Egame/47', '47', '聚宝电子'],
    ['/egame/8', '8', '流金电子'],
    ['/Egame/9', '47', '聚宝电子'],
    ['/Egame/nonsense', '47', '聚宝电子'],
  ])('%s shows the games of provider %s', async (at, platform, name) => {
    lobby(at)
    await tile('游戏1')
    expect(asked()).toEqual({ PageIndex: '1', PlatformId: platform, Type: '0', GameName: '' })
    const tabs = within(screen.getByRole('navigation', { name: zhCN.providers }))
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toHaveLength(2)
    expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent(name)
  })

  it('ACC-12 keeps the list that was read, until the logout', async () => {
    lobby('/Egame')
    await tile('游戏1')
    const kept = JSON.parse(localStorage.getItem('gameList') ?? '[]') as WireGame[]
    expect(kept.map((item) => item.GameCnName)).toEqual(['游戏1', '游戏2', '游戏3'])
    act(() => clearLogin())
    expect(localStorage.getItem('gameList')).toBeNull()
  })

  it('picking a tab resets filter, search and page', async () => {
    server.reply({ [info]: catalogue(90) })
    lobby('/Egame/47?type=-1&name=%E9%BE%99&page=3')
    await tile('游戏41')
    expect(asked()).toEqual({ PageIndex: '3', PlatformId: '47', Type: '-1', GameName: '龙' })
    fireEvent.click(screen.getByRole('link', { name: /流金电子/ }))
    await waitFor(() => expect(asked()).toEqual({ PageIndex: '1', PlatformId: '8', Type: '0', GameName: '' }))
    expect(window.location.hash).toBe('#/Egame/8')
    expect(field()).toHaveValue('')
    expect(filterLink('全部')).toHaveAttribute('aria-current', 'true')
  })
})

describe('SLOT-02 filters', () => {
  beforeEach(() => {
    logIn()
    server.reply({ [info]: catalogue(3) })
  })

  it.each([
    ['推荐', '-2'],
    ['热门', '-1'],
    ['经典转轴', '1'],
    ['多线视频', '2'],
    ['连消叠赢', '3'],
    ['奖池大奖', '4'],
    ['多路连线', '5'],
  ])('%s asks for Type %s', async (name, type) => {
    lobby('/Egame/8')
    await tile('游戏1')
    fireEvent.click(filterLink(name))
    await waitFor(() => expect(asked()).toEqual({ PageIndex: '1', PlatformId: '8', Type: type, GameName: '' }))
    expect(filterLink(name)).toHaveAttribute('aria-current', 'true')
    expect(window.location.hash).toBe(`#/Egame/8?type=${type}`)
  })

  it('H-253 the recent games are of every provider, in the order the server gives', async () => {
    server.reply({
      '/v1/Select/RecentGames': { Data: { Items: games(1, 3), RowCount: 3, PageCount: 1, PageIndex: 1 } },
    })
    lobby('/Egame/8?type=recent')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(server.callsTo(info)).toHaveLength(0)
    expect(screen.getByRole('link', { name: '最近玩过' })).toHaveAttribute('aria-current', 'true')
  })

  it('H-253 a player who played nothing yet is led to what is hot', async () => {
    server.reply({ '/v1/Select/RecentGames': { Data: { Items: [], RowCount: 0, PageCount: 0, PageIndex: 1 } } })
    lobby('/Egame/47?type=recent')
    expect(await screen.findByText('您还没有玩过游戏')).toBeVisible()
    expect(screen.getByRole('link', { name: '看看热门游戏' })).toHaveAttribute('href', '#/Egame/47?type=-1')
  })

  it('the favourites are of every provider, 20 a page', async () => {
    server.reply({ [favourites]: { Data: { Items: games(1, 21), RowCount: 21, PageCount: 1, PageIndex: 1 } } })
    lobby('/Egame/8?type=favourites')
    await tile('游戏20')
    expect(server.callsTo(info)).toHaveLength(0)
    expect(
      within(screen.getByRole('navigation', { name: zhCN.providers })).queryByRole('link', { current: 'page' }),
    ).toBeNull()
    expect(screen.queryByText('游戏21')).toBeNull()
    expect(screen.getByText('共 21 项')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    await tile('游戏21')
    expect(screen.queryByText('游戏20')).toBeNull()
  })

  it('Back brings the old filter back', async () => {
    lobby('/Egame/8?type=-1')
    await tile('游戏1')
    fireEvent.click(filterLink('多路连线'))
    await waitFor(() => expect(asked().Type).toBe('5'))
    act(() => window.history.back())
    await waitFor(() => expect(filterLink('热门')).toHaveAttribute('aria-current', 'true'))
  })
})

describe('SLOT-03 search', () => {
  beforeEach(() => {
    logIn()
    server.reply({ [info]: catalogue(3) })
  })

  it('asks the provider for part of a name on Enter, from the first page of everything', async () => {
    lobby('/Egame/8?type=-1&page=1')
    await tile('游戏1')
    fireEvent.change(field(), { target: { value: ' jlym ' } })
    expect(server.callsTo(info)).toHaveLength(1)
    submit(field())
    await waitFor(() => expect(asked()).toEqual({ PageIndex: '1', PlatformId: '8', Type: '0', GameName: 'jlym' }))
    expect(window.location.hash).toBe('#/Egame/8?name=jlym')
    fireEvent.click(screen.getByRole('button', { name: zhCN.clear }))
    await waitFor(() => expect(window.location.hash).toBe('#/Egame/8'))
  })

  it('without a provider says to choose one first', async () => {
    server.reply({ [favourites]: { Data: { Items: games(1, 2), RowCount: 2, PageCount: 1, PageIndex: 1 } } })
    const said = vi.spyOn(toasts, 'toast')
    lobby('/Egame?type=favourites')
    await tile('游戏1')
    fireEvent.change(field(), { target: { value: '龙' } })
    submit(field())
    expect(said).toHaveBeenCalledWith('info', '请先选择游戏渠道')
    expect(server.callsTo(info)).toHaveLength(0)
    expect(window.location.hash).toBe('#/Egame?type=favourites')
  })

  it('the Enter that chooses a Chinese word searches nothing', async () => {
    lobby('/Egame')
    await tile('游戏1')
    const stopped = (init: KeyboardEventInit & { keyCode?: number }) => {
      const event = createEvent.keyDown(field(), { key: 'Enter', ...init })
      fireEvent(field(), event)
      return event.defaultPrevented
    }
    expect(stopped({ isComposing: true })).toBe(true)
    expect(stopped({ keyCode: 229 })).toBe(true)
    expect(stopped({ keyCode: 13 })).toBe(false)
  })
})

describe('SLOT-04 the games', () => {
  beforeEach(() => {
    logIn()
  })

  it('20 a page: places kept while it loads, total, pages', async () => {
    expect(pageSize).toBe(20)
    server.reply({ [info]: catalogue(150) })
    lobby('/Egame')
    expect(screen.getAllByTestId('tile-skeleton')).toHaveLength(20)
    await tile('游戏1')
    expect(screen.queryByTestId('tile-skeleton')).toBeNull()
    expect(screen.getAllByRole('article')).toHaveLength(20)
    expect(screen.getByText('共 150 项')).toBeVisible()
    expect(screen.getByRole('button', { name: '第 8 页' })).toBeVisible()
  })

  it('jumps to a page of its own, and refuses one that is not there', async () => {
    server.reply({ [info]: catalogue(150) })
    lobby('/Egame')
    await tile('游戏1')
    const jump = screen.getByRole('textbox', { name: /跳至/ })
    for (const bad of ['0', '9', 'x']) {
      fireEvent.change(jump, { target: { value: bad } })
      submit(jump)
    }
    expect(window.location.hash).toBe('#/Egame')
    fireEvent.change(jump, { target: { value: '8' } })
    submit(jump)
    await tile('游戏141')
    expect(window.location.hash).toBe('#/Egame?page=8')
  })

  it('keeps the old page, and says it is busy, until the new one is there', async () => {
    server.reply({ [info]: catalogue(150) })
    lobby('/Egame')
    await tile('游戏1')
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    expect(screen.getByRole('heading', { name: '游戏1' })).toBeVisible()
    expect(screen.queryByTestId('tile-skeleton')).toBeNull()
    expect((await tile('游戏1')).closest('[aria-busy="true"]')).not.toBeNull()
    await tile('游戏21')
    expect(screen.queryByRole('heading', { name: '游戏1' })).toBeNull()
  })

  it('an address behind the last page shows the last', async () => {
    server.reply({ [info]: catalogue(45) })
    lobby('/Egame/47?page=99')
    await tile('游戏45')
    expect(window.location.hash).toBe('#/Egame/47?page=3')
  })

  it('nothing found says so, with a way on', async () => {
    server.reply({ [info]: catalogue(0) })
    lobby('/Egame/47?type=4').unmount()
    lobby('/Egame/47?type=4')
    expect(await screen.findByText('暂无数据')).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: zhCN.toAll }))
    expect(window.location.hash).toBe('#/Egame/47')
  })

  it('a search without a result and empty favourites say what was looked for', async () => {
    server.reply({
      [info]: catalogue(0),
      [favourites]: { Data: { Items: [], RowCount: 0, PageCount: 0, PageIndex: 1 } },
    })
    const first = lobby('/Egame/47?name=zz')
    expect(await screen.findByText('未找到相关游戏')).toBeVisible()
    first.unmount()
    lobby('/Egame/47?type=favourites')
    expect(await screen.findByText(zhCN.emptyFavourites)).toBeVisible()
    expect(screen.getByRole('link', { name: zhCN.toHot })).toHaveAttribute('href', '#/Egame/47?type=-1')
  })

  it('a failed list says why and comes on a second try', async () => {
    server.reply({ [info]: { IsSuc: false, ErrorMessage: '系统繁忙', ResultMessage: '' } })
    lobby('/Egame')
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    server.reply({ [info]: catalogue(3) })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await tile('游戏1')
  })

  it('shows picture, name, kind and badges', async () => {
    const Items = [
      game(1, { IsHot: true, IsRecommend: true, Category: 4 }),
      game(2, { Art: { Motif: '', Palette: '', Rarity: 0, Seed: 0 }, ImgUrl: '/art/own.png' }),
      game(3),
      game(4),
    ]
    server.reply({ [info]: { Data: { Items, RowCount: 4, PageCount: 1, PageIndex: 1 } } })
    lobby('/Egame')
    const first = await tile('游戏1')
    expect(first.querySelector('svg[viewBox="0 12 96 72"]')).not.toBeNull()
    for (const word of ['热门', '推荐', '奖池大奖']) expect(within(first).getByText(word)).toBeVisible()
    expect((await tile('游戏2')).querySelector('img')).toHaveAttribute('src', '/art/own.png')
  })

  it('leaves out a badge that a third of the page has', async () => {
    const Items = [game(1, { IsHot: true, IsRecommend: true }), game(2, { IsHot: true }), game(3), game(4), game(5)]
    server.reply({ [info]: { Data: { Items, RowCount: 5, PageCount: 1, PageIndex: 1 } } })
    lobby('/Egame')
    const first = await tile('游戏1')
    expect(within(first).getByText('推荐')).toBeVisible()
    expect(within(first).queryByText('热门')).toBeNull()
  })
})

describe('SLOT-04 favourites', () => {
  const said = () => vi.spyOn(toasts, 'toast')

  beforeEach(() => {
    logIn()
    server.reply({ [info]: catalogue(2) })
  })

  it('are marked at once, and a message says so', async () => {
    const toast = said()
    lobby('/Egame')
    const mark = await heart('游戏1')
    expect(mark).toHaveAttribute('aria-pressed', 'false')
    fireEvent.click(mark)
    await waitFor(() => expect(mark).toHaveAttribute('aria-pressed', 'true'))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', '收藏成功'))
    expect(server.callsTo(add).map(({ form }) => form.get('GameInfoId'))).toEqual(['470001'])
    expect(await heart('游戏2')).toHaveAttribute('aria-pressed', 'false')
    fireEvent.click(mark)
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', '取消收藏成功'))
    expect(mark).toHaveAttribute('aria-pressed', 'false')
    expect(server.callsTo(cancel)).toHaveLength(1)
  })

  it('are taken back when the server refuses', async () => {
    const toast = said()
    let refuse = () => {}
    const refused = new Promise<object>((resolve) => {
      refuse = () => resolve({ IsSuc: false, ErrorMessage: '最多收藏200个游戏', ResultMessage: '' })
    })
    server.reply({ [add]: () => refused })
    lobby('/Egame')
    const mark = await heart('游戏1')
    fireEvent.click(mark)
    await waitFor(() => expect(mark).toHaveAttribute('aria-pressed', 'true'))
    refuse()
    await waitFor(() => expect(toast).toHaveBeenCalledWith('error', '最多收藏200个游戏'))
    await waitFor(() => expect(mark).toHaveAttribute('aria-pressed', 'false'))
  })

  it('a double click sends one call', async () => {
    lobby('/Egame')
    const mark = await heart('游戏1')
    fireEvent.click(mark)
    fireEvent.click(mark)
    await waitFor(() => expect(server.callsTo(add)).toHaveLength(1))
    expect(server.callsTo(cancel)).toHaveLength(0)
  })

  it('D-18 of every provider stand side by side, and each says whose it is', async () => {
    const Items = [game(1), game(2, { Platform: '8' })]
    server.reply({
      [favourites]: { Data: { Items, RowCount: 2, PageCount: 1, PageIndex: 1 } },
      '/v1/PubInterface/VenueItems': {
        Data: [
          { PlatformCode: '47', PlatformName: '聚宝电子', State: 'absent', EndTime: '' },
          { PlatformCode: '8', PlatformName: '流金电子', State: 'absent', EndTime: '' },
        ],
      },
    })
    lobby('/Egame?type=favourites')
    expect(await within(await tile('游戏1')).findByText('聚宝电子')).toBeVisible()
    expect(within(await tile('游戏2')).getByText('流金电子')).toBeVisible()
  })

  it('one that is unmarked leaves the list of favourites', async () => {
    const list = (from: number) => ({
      Data: { Items: games(from, 2, { IsFavorites: true }), RowCount: 3 - from, PageCount: 1, PageIndex: 1 },
    })
    server.reply({ [favourites]: list(1) })
    lobby('/Egame?type=favourites')
    await tile('游戏1')
    server.reply({ [favourites]: list(2) })
    fireEvent.click(await heart('游戏1'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '游戏1' })).toBeNull())
    await tile('游戏2')
  })
})

describe('launching', () => {
  beforeEach(() => {
    logIn()
  })

  it('LNCH-04 an open game is a link that opens a new tab', async () => {
    server.reply({ [info]: catalogue(1, { State: 'open' }) })
    lobby('/Egame')
    const link = await screen.findByRole('link', { name: /^进入 ?游戏1/ })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('href', '#/Goto?launch=gamePlatformLaunch&platformId=47&gameId=s1&mode=1')
    expect(link).toHaveAttribute('data-launch-name', '游戏1')
  })

  it.each([
    ['absent', '未开放'],
    ['maintenance', '维护中'],
    ['closed', '暂停开放'],
  ] as const)('MNT-03 a game whose venue is %s is no link and says %s', async (State, word) => {
    server.reply({
      [info]: catalogue(1, { State: 'open' }),
      '/v1/PubInterface/VenueItems': { Data: [{ PlatformCode: '47', PlatformName: '', State, EndTime: '' }] },
    })
    lobby('/Egame')
    const first = await tile('游戏1')
    expect(await within(first).findByText(word)).toBeVisible()
    expect(within(first).queryByRole('link', { name: /^进入/ })).toBeNull()
    expect(within(first).getByRole('link', { name: zhCN.about('游戏1') })).toHaveAttribute(
      'href',
      expect.stringMatching(/^#\/Game\/\d+$/),
    )
    expect(screen.getByRole('note')).toHaveTextContent(word)
  })

  it('MNT-03 a game in maintenance says until when, and the games beside it open', async () => {
    const Items = [game(1, { State: 'open', MaintainEnd: gmtTime(serverNow() + 3600_000) }), game(2, { State: 'open' })]
    server.reply({ [info]: { Data: { Items, RowCount: 2, PageCount: 1, PageIndex: 1 } } })
    lobby('/Egame')
    const first = await tile('游戏1')
    expect(within(first).getByText('维护中')).toBeVisible()
    expect(within(first).getByText(`预计 ${Items[0]?.MaintainEnd.slice(5, 16)} 恢复`)).toBeVisible()
    expect(within(first).queryByRole('link', { name: /^进入/ })).toBeNull()
    expect(screen.getByRole('link', { name: /^进入 ?游戏2/ })).toBeVisible()
  })

  it('MNT-03 a maintenance that is over says nothing, though the list was read before', async () => {
    server.reply({ [info]: catalogue(1, { State: 'open', MaintainEnd: gmtTime(serverNow() - 1000) }) })
    lobby('/Egame')
    expect(await screen.findByRole('link', { name: /^进入 ?游戏1/ })).toBeVisible()
    expect(screen.queryByText('维护中')).toBeNull()
  })
})

describe('LNCH-03 the lobby belongs to players', () => {
  it('a visitor sees its face and a notice, and stands at the login 2 s later', async () => {
    vi.useFakeTimers()
    const said = vi.spyOn(toasts, 'toast')
    lobby('/Egame/8?type=-1')
    expect(said).toHaveBeenCalledWith('info', '还未登录，请先登录')
    expect(screen.getByRole('heading', { name: zhCN.title })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(window.location.hash).toBe('#/Egame/8?type=-1')
    await act(() => vi.advanceTimersByTimeAsync(2))
    expect(window.location.hash).toBe(`#/Login?to=${encodeURIComponent('/Egame/8?type=-1')}`)
    expect(loginInfo().Ticket).toBe('')
    expect(server.callsTo(info)).toHaveLength(0)
    expect(server.callsTo(favourites)).toHaveLength(0)
    vi.useRealTimers()
  })

  it('a visitor who is on the way elsewhere by then is not led to the login', async () => {
    vi.useFakeTimers()
    lobby('/Egame/8?type=-1')
    holdPage(true)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(window.location.hash).toBe('#/Egame/8?type=-1')
    holdPage(false)
    vi.useRealTimers()
  })
})

describe('the phone', () => {
  beforeEach(() => {
    logIn()
    document.documentElement.dataset.form = 'h5'
    server.reply({ [info]: catalogue(45) })
  })

  it.each(['/Egame', '/Egame/47'])('%s loads on page by page, and its address says how far', async (at) => {
    lobby(at)
    await tile('游戏1')
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull()
    expect(screen.getByText('共 45 项')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: zhCN.more }))
    await tile('游戏40')
    expect(screen.getByRole('heading', { name: '游戏1' })).toBeVisible()
    expect(window.location.hash).toBe(`#${at}?page=2`)
    fireEvent.click(await screen.findByRole('button', { name: zhCN.more }))
    await tile('游戏45')
    expect(screen.getByText(zhCN.end)).toBeVisible()
    expect(server.callsTo(info).map(({ form }) => form.get('PageIndex'))).toEqual(['1', '2', '3'])
  })

  it('the latest wins are a row behind the first 20 games', async () => {
    server.reply({
      '/v1/PubInterface/VenueFront': {
        Data: {
          Wins: [{ Player: 'm***', GameId: 470003, Game: '赤焰金龙', Amount: 12.5, Time: '2026-11-28 10:00:00' }],
        },
      },
    })
    lobby('/Egame/47')
    await tile('游戏1')
    const row = await screen.findByRole('region', { name: /本馆最新派彩/ })
    expect(within(row).getByText('赤焰金龙')).toBeVisible()
    expect(within(row).getByText(/\+¥12\.50/)).toBeVisible()
    const [first, rest] = screen.getAllByRole('list', { name: zhCN.games })
    expect(first?.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(row.compareDocumentPosition(rest as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('more that comes into view leaves the address of a player who is on the way elsewhere', async () => {
    const seen: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          seen.push(() => tell([{ isIntersecting: true }]))
        }
        observe() {}
        disconnect() {}
      },
    )
    lobby('/Egame/47')
    await tile('游戏1')
    holdPage(true)
    for (const tell of seen) act(tell)
    expect(window.location.hash).toBe('#/Egame/47')
    holdPage(false)
    for (const tell of seen) act(tell)
    await waitFor(() => expect(window.location.hash).toBe('#/Egame/47?page=2'))
    vi.unstubAllGlobals()
  })

  it('a page that fails leaves the ones before it and can be tried again', async () => {
    lobby('/Egame/47')
    await tile('游戏1')
    server.reply({ [info]: { IsSuc: false, ErrorMessage: '系统繁忙', ResultMessage: '' } })
    fireEvent.click(screen.getByRole('button', { name: zhCN.more }))
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    expect(screen.getByRole('heading', { name: '游戏20' })).toBeVisible()
    server.reply({ [info]: catalogue(45) })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await tile('游戏40')
  })

  it('comes back to where it was left', async () => {
    sessionStorage.setItem('scroll:/Egame/47', '2400')
    lobby('/Egame/47?page=3')
    await tile('游戏45')
    expect(window.scrollTo).toHaveBeenCalledWith(0, 2400)
    expect(screen.getByRole('heading', { name: '游戏1' })).toBeVisible()
  })

  it('offers the way back to the top far down', async () => {
    lobby('/Egame/47')
    await tile('游戏1')
    expect(screen.queryByRole('button', { name: zhCN.toTop })).toBeNull()
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(3 * window.innerHeight)
    fireEvent.scroll(window)
    fireEvent.click(await screen.findByRole('button', { name: zhCN.toTop }))
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  })
})
