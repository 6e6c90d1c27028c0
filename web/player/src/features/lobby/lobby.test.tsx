import type { Wire } from '@shared/api/wire'
import { boot } from '@shared/boot'
import { clearLogin } from '@shared/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import { Covers } from './cover'
import GamePage from './game-page'
import HomeGames, { inTurns, recommendedOf } from './home-games'
import { type Cover, coverOf } from './lobby-queries'
import MineRow from './mine-row'
import { pagesFor } from './search-dialog'
import { zhCN as page } from './text/game-page.zh-cn'
import { zhCN as text } from './text/lobby.zh-cn'
import { zhCN as search } from './text/search.zh-cn'
import { unlike } from './unlike'

const server = fakeServer()
const home = '/v1/PubInterface/HomeLobby'
const mine = '/v1/Select/HomeMine'
const about = '/v1/PubInterface/GameAbout'

const game = (Id: number, more: Partial<Wire['SlotGame']> = {}): Wire['SlotGame'] => ({
  Id,
  GameCode: `c${Id}`,
  Platform: '47',
  ImgUrl: '/art/games/seven.svg',
  GameCnName: `游戏${Id}`,
  IsFavorites: false,
  Category: 1,
  Theme: 'sea',
  Kind: 'slot',
  IsHot: false,
  IsRecommend: false,
  State: 'open',
  MaintainEnd: '',
  Art: { Motif: 'seven', Palette: 'jade', Rarity: 1, Seed: Id },
  ...more,
})

const lobby = {
  Kinds: [
    { Kind: 'slot', Items: [game(1), game(2), game(3)] },
    { Kind: 'fish', Items: [game(9, { Kind: 'fish', Platform: '2', GameCode: 'deep' })] },
  ],
  Latest: [{ Player: 'm***', GameId: 1, Game: '游戏1', Amount: 12.5, Time: '2026-11-25 12:00:00' }],
  Largest: [{ Player: 'h***', GameId: 0, Game: '百家乐', Amount: 1234.5, Time: '2026-11-25 12:00:00' }],
  Multiples: [
    { Player: 'q***', GameId: 2, Game: '游戏2', Cover: game(2), Multiple: 12_345, Amount: 0 },
    { Player: 'r***', GameId: 1, Game: '游戏1', Cover: game(1), Multiple: 1_250, Amount: 0 },
  ],
  Winners: [{ Player: 's***', GameId: 3, Game: '游戏3', Cover: game(3), Multiple: 0, Amount: 888 }],
  Free: [{ Game: game(2), FunUrl: 'https://fun.example/2' }],
}

const row = (more: Partial<Wire['HomeMine']> = {}): Wire['HomeMine'] => ({
  Recent: [],
  Favourites: [],
  Marked: [],
  Claims: [],
  Offers: [],
  Level: { Track: '棋牌电子', Level: 0, Valid: 10_000, Next: 40_000, Bonus: 58 },
  Steps: { Name: false, Deposit: false, Play: false, Card: false },
  ...more,
})

afterEach(() => {
  clearLogin()
  delete document.documentElement.dataset.form
  localStorage.clear()
  boot.demo = false
})

it('a cover opens its game, its name leads to its page, and a visitor has no marks', async () => {
  server.reply({ [home]: { Data: lobby } })
  show(<HomeGames />)
  const hot = within(screen.getByRole('region', { name: text.games }))
  const open = await hot.findByRole('link', { name: text.enter('游戏1') })
  expect(open).toHaveAttribute('href', '#/Goto?launch=gamePlatformLaunch&platformId=47&gameId=c1&mode=1')
  expect(open).toHaveAttribute('target', '_blank')
  expect(hot.getByRole('link', { name: /^游戏1(?!\d)/ })).toHaveAttribute('href', '#/Game/1')
  expect(hot.getByRole('link', { name: text.enter('游戏9') })).toHaveAttribute(
    'href',
    '#/Goto?launch=fisherGamePlatformLaunch&platformId=2&gameCode=deep&mode=1',
  )
  expect(screen.queryByRole('button', { name: text.mark('游戏1') })).toBeNull()
  expect(screen.getByRole('link', { name: text.allOf(text.kind.fish) })).toHaveAttribute('href', '#/Fish')
  expect(server.callsTo(mine)).toHaveLength(0)
})

it('the shelf has the same places before and after its games come, so that nothing moves', async () => {
  server.reply({ [home]: { Data: lobby } })
  show(<HomeGames />)
  const places = () => screen.getByRole('region', { name: text.games }).querySelectorAll('li').length
  expect(places()).toBe(16)
  await screen.findAllByRole('link', { name: /^游戏1(?!\d)/ })
  expect(places()).toBe(16)
  fireEvent.click(screen.getByRole('button', { name: text.tab.recommended }))
  expect(places()).toBe(16)
})

it('wins show masked players, sums with their sign, and in the demo whose money it is not', async () => {
  boot.demo = true
  server.reply({ [home]: { Data: lobby } })
  show(<HomeGames />)
  const wins = within(screen.getByRole('region', { name: text.boards }))
  expect(await wins.findByText('m***')).toBeVisible()
  expect(wins.getByText(/\+¥12\.50/)).toBeVisible()
  expect(wins.getByText(/\+¥1,234\.50/)).toBeVisible()
  for (const link of wins.getAllByRole('link', { name: '游戏1' })) expect(link).toHaveAttribute('href', '#/Game/1')
  for (const shown of ['123 倍', '12.5 倍', 'q***', '+¥888.00', 's***'])
    expect(wins.getByText(shown, { exact: false })).toBeVisible()
  expect(wins.queryByRole('link', { name: '百家乐' })).toBeNull()
  expect(wins.getByText(text.demoWins)).toBeVisible()
})

it('the phone shows one board at a time, first the first that is not empty', async () => {
  document.documentElement.dataset.form = 'h5'
  server.reply({ [home]: { Data: { ...lobby, Multiples: [] } } })
  show(<HomeGames />)
  const boards = within(screen.getByRole('region', { name: text.boards }))
  expect(await boards.findByText('s***')).toBeVisible()
  expect(boards.queryByText('m***')).toBeNull()
  fireEvent.click(boards.getByRole('button', { name: text.wins }))
  expect(boards.getByText('m***')).toBeVisible()
  fireEvent.click(boards.getByRole('button', { name: text.multiples }))
  expect(boards.getByText(text.dayNone)).toBeVisible()
})

it('without any win it says so; when the games do not come they can be asked for again', async () => {
  server.reply({ [home]: [500, { Message: '系统繁忙' }] })
  show(<HomeGames />)
  expect(await screen.findByText(text.gamesFailed)).toBeVisible()
  server.reply({ [home]: { Data: { ...lobby, Latest: [], Largest: [], Multiples: [], Winners: [] } } })
  fireEvent.click(screen.getByRole('button', { name: text.retry }))
  expect(await screen.findAllByText(text.winsNone)).toHaveLength(2)
  expect(screen.getAllByText(text.dayNone)).toHaveLength(2)
})

const wallet = {
  SumAmount: 150,
  Balance: 100,
  LockBalance: 0,
  TransitBalance: 0,
  VenueAmount: [{ PlatformCode: 26, PlatformName: '鸿运棋院', Balance: 50, State: 'open', Stale: false }],
}

it('a player sees money, the last game, what can be claimed and the next level, each read once', async () => {
  logIn()
  server.reply({
    '/v1/Select/PlayerBalance': wallet,
    [home]: { Data: lobby },
    [mine]: {
      Data: row({
        Recent: [game(3)],
        Claims: [
          { Kind: 'promotion', Id: 34, Name: '天天存款红包', Amount: 0, Draws: 2 },
          { Kind: 'fund', Id: 0, Name: '优惠基金', Amount: 5, Draws: 0 },
        ],
      }),
    },
  })
  show(<HomeGames />)
  const own = within(await screen.findByRole('region', { name: text.mine }))
  expect(await own.findByText('¥150.00')).toBeVisible()
  expect(own.getByText(text.parts('100.00', '50.00'))).toBeVisible()
  expect(own.getByRole('link', { name: text.enter('游戏3') })).toHaveAttribute(
    'href',
    expect.stringContaining('gameId=c3'),
  )
  expect(own.getByText(text.claimCount(2))).toBeVisible()
  expect(own.getByText(text.draws('天天存款红包', 2))).toBeVisible()
  expect(own.getByRole('link', { name: text.claim })).toHaveAttribute('href', '#/Discount')
  expect(own.getByText(text.toNext('30,000', 1))).toBeVisible()
  expect(server.callsTo(mine)).toHaveLength(1)
  expect(server.callsTo('/v1/Select/PlayerBalance')).toHaveLength(1)
})

it('a newcomer is shown an offer to take, a game to try for nothing, and the next step', async () => {
  logIn()
  server.reply({
    [home]: { Data: lobby },
    [mine]: {
      Data: row({
        Offers: [
          { Id: 21, Name: '每日存款优惠', First: false, Rate: 400, Min: 100, Most: 2000 },
          { Id: 20, Name: '首存优惠', First: true, Rate: 200, Min: 100, Most: 400 },
        ],
        Steps: { Name: true, Deposit: false, Play: false, Card: false },
      }),
    },
  })
  show(<HomeGames />)
  const own = within(await screen.findByRole('region', { name: text.mine }))
  expect(await own.findByText(text.offerMost('2,000'))).toBeVisible()
  expect(own.getByText(text.offerLine('每日存款优惠', '100'))).toBeVisible()
  expect(own.getByText(text.offerMore(1))).toBeVisible()
  expect(own.getByRole('link', { name: text.offerTake })).toHaveAttribute('href', '#/Deposit?activity=21')
  expect(await own.findByRole('link', { name: text.freeOf('游戏2') })).toHaveAttribute('href', 'https://fun.example/2')
  expect(own.getByRole('link', { name: text.nextStep(text.step.Deposit) })).toHaveAttribute('href', '#/Deposit')
})

it('a hidden balance is hidden here, too', async () => {
  logIn()
  localStorage.setItem('hideBalance', '1')
  server.reply({ [home]: { Data: lobby }, [mine]: { Data: row() } })
  show(<HomeGames />)
  expect(await screen.findByText('¥****')).toBeVisible()
  expect(screen.queryByText(/150\.00/)).toBeNull()
})

it('the first steps lead on and end: once all are done their line is not there on the next visit', async () => {
  logIn()
  server.reply({
    [home]: { Data: lobby },
    [mine]: { Data: row({ Steps: { Name: true, Deposit: false, Play: false, Card: false } }) },
    '/v1/Select/PlayerBalance': wallet,
  })
  const first = show(<HomeGames />)
  expect(await screen.findByRole('link', { name: new RegExp(`${text.step.Name}.*${text.done}`) })).toBeVisible()
  expect(screen.getByRole('link', { name: text.step.Deposit })).toHaveAttribute('href', '#/Deposit')
  first.unmount()
  server.reply({ [mine]: { Data: row({ Steps: { Name: true, Deposit: true, Play: true, Card: true } }) } })
  const second = show(<HomeGames />)
  expect(await screen.findByText(text.stepsDone)).toBeVisible()
  second.unmount()
  show(<HomeGames />)
  expect(await screen.findByText('¥150.00')).toBeVisible()
  expect(screen.queryByText(text.stepsDone)).toBeNull()
})

it('a mark shows at once on every cover of the game and goes back where it is refused', async () => {
  logIn()
  server.reply({
    [home]: { Data: lobby },
    [mine]: { Data: row() },
    '/v1/Do/AddGameFavoritesAction': async () => {
      await new Promise((done) => setTimeout(done, 150))
      return [400, { Message: '收藏太多' }]
    },
  })
  show(<HomeGames />)
  const seen = () => screen.getAllByRole('button', { name: text.mark('游戏1') })
  await waitFor(() => expect(seen()).toHaveLength(2))
  const marks = seen()
  fireEvent.click(marks[0] as HTMLElement)
  await waitFor(() => expect(marks[1]).toHaveAttribute('aria-pressed', 'true'))
  await waitFor(() => expect(marks[1]).toHaveAttribute('aria-pressed', 'false'))
  server.reply({ '/v1/Do/AddGameFavoritesAction': {} })
  fireEvent.click(marks[1] as HTMLElement)
  await waitFor(() => expect(marks[0]).toHaveAttribute('aria-pressed', 'true'))
  fireEvent.click(screen.getByRole('button', { name: text.tab.favourites }))
  expect(
    within(screen.getByRole('region', { name: text.games })).getByRole('link', { name: /^游戏1(?!\d)/ }),
  ).toBeVisible()
  const sent = server.callsTo('/v1/Do/AddGameFavoritesAction')
  expect(sent.map(({ form }) => form.get('GameInfoId'))).toEqual(['1', '1'])
})

const cover = (id: number, more: Partial<Cover> = {}): Cover => ({ ...coverOf(game(id)), ...more })

it('hot takes one of each kind in turn; recommended begins with what is like the games played', () => {
  const kinds = [
    {
      kind: 'slot' as const,
      covers: [cover(1), cover(2, { theme: 'myth' }), cover(3, { recommended: true, theme: 'x' })],
    },
    { kind: 'fish' as const, covers: [cover(9, { kind: 'fish' })] },
  ]
  const ids = (list: Cover[]) => list.map(({ id }) => id)
  expect(ids(inTurns(kinds, 3))).toEqual([1, 9, 2])
  expect(ids(inTurns(kinds, 16))).toEqual([1, 9, 2, 3])
  expect(ids(recommendedOf(kinds, [], 16))).toEqual([3, 1, 9, 2])
  expect(ids(recommendedOf(kinds, [cover(1, { theme: 'myth' })], 16))).toEqual([2, 3, 9])
})

it('a motif is not shown again soon, and the order stays otherwise', () => {
  const shelf = (motifs: string) => [...motifs].map((motif, at) => cover(at, { motif: motif === '.' ? '' : motif }))
  const drawn = (list: Cover[]) => list.map(({ motif }) => motif || '.').join('')
  const cases: [string, string][] = [
    ['abc', 'abc'],
    ['aabcdefg', 'abcdefga'],
    ['abacdefgh', 'abcdefgah'],
    ['aaab', 'abaa'],
    ['abcab', 'abcab'],
    ['..aa', '..aa'],
    ['', ''],
  ]
  for (const [given, want] of cases) expect(drawn(unlike(shelf(given)))).toBe(want)
  expect(drawn(unlike(shelf('aabc'), 2))).toBe('ab')
  expect(unlike(shelf('aab')).map(({ id }) => id)).toEqual([0, 2, 1])
})

it('H-351 pages are found by name, pinyin in full and initials', () => {
  const names = (typed: string) => pagesFor(search.page, typed).map(({ name }) => name)
  expect(names('提款')).toEqual(['提款'])
  expect(names('tikuan')).toEqual(['提款'])
  expect(names('TK')).toEqual(['提款'])
  expect(names('ti xian')).toEqual(['提款'])
  expect(names('zzzz')).toEqual([])
  expect(names('').length).toBe(8)
})

const gamePage = (id: string) =>
  show(
    createElement(Routes, null, createElement(Route, { path: paths.game, element: createElement(GamePage) })),
    `/Game/${id}`,
  )

const said: Wire['GameAbout'] = {
  Game: game(1),
  Venue: '聚宝电子',
  Payback: 9618,
  Volatility: 4,
  StakeMin: 0.05,
  StakeMax: 25,
  Rules: ['五轴三行', '结果可以验证'],
  FunUrl: 'https://fun.example/1',
  Related: [game(2)],
}

it('the page of a game says its return, swing, stakes and rules, and leads to play for nothing', async () => {
  server.reply({ [about]: { Data: said } })
  gamePage('1')
  expect(await screen.findByRole('heading', { level: 1, name: '游戏1' })).toBeVisible()
  for (const fact of ['96.18%', page.volatilityOf[4], '¥0.05 至 ¥25', '五轴三行', page.paybackLine])
    expect(screen.getByText(fact as string)).toBeVisible()
  expect(screen.getByRole('link', { name: new RegExp(page.fun) })).toHaveAttribute('href', 'https://fun.example/1')
  expect(screen.getByRole('link', { name: new RegExp(`^${page.enter}\\s*（`) })).toHaveAttribute(
    'href',
    expect.stringContaining('gameId=c1'),
  )
  expect(screen.getByRole('link', { name: /^游戏2(?!\d)/ })).toHaveAttribute('href', '#/Game/2')
})

it('what a venue does not say is not invented, and an address that is none leads nowhere', async () => {
  server.reply({
    [about]: {
      Data: {
        ...said,
        Payback: 0,
        Volatility: 0,
        StakeMin: 0,
        StakeMax: 0,
        Rules: [],
        FunUrl: 'javascript:1',
        Related: [],
      },
    },
  })
  gamePage('1')
  expect(await screen.findByText(page.venue)).toBeVisible()
  for (const name of [page.payback, page.volatility, page.stakes, page.fun]) expect(screen.queryByText(name)).toBeNull()
  expect(screen.getByText(page.rulesNone)).toBeVisible()
  expect(screen.queryByRole('link', { name: new RegExp(page.fun) })).toBeNull()
})

it('a game that is not there says so and leads home', async () => {
  server.reply({ [about]: [400, { Message: '游戏不存在' }] })
  gamePage('7')
  expect(await screen.findByText(page.missing)).toBeVisible()
  expect(screen.getByRole('link', { name: page.toHome })).toHaveAttribute('href', '#/')
})

it('a visitor who opens a game is sent to the login first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.reply({ [about]: { Data: said } })
  gamePage('1')
  fireEvent.click(await screen.findByRole('link', { name: new RegExp(`^${page.enter}\\s*（`) }))
  await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(window.location.hash).toBe('#/Login?to=%2FGame%2F1')
  vi.useRealTimers()
})

it('a hall is named by its venue and its kind, and the launch says so too', async () => {
  logIn()
  const hall = (Id: number, Platform: string, Kind: 'sport' | 'live', GameCnName: string) =>
    game(Id, { Platform, Kind, GameCnName, GameCode: '0' })
  const named = (PlatformCode: string, PlatformName: string) => ({
    PlatformCode,
    PlatformName,
    State: 'open',
    EndTime: '',
  })
  server.reply({
    '/v1/PubInterface/VenueItems': { Data: [named('5', '凌云体育'), named('2', '听涛阁')] },
    [mine]: { Data: row({ Recent: [hall(1, '5', 'sport', '体育大厅')] }) },
  })
  show(
    <>
      <MineRow />
      <Covers covers={[coverOf(hall(2, '2', 'live', '真人大厅'))]} />
    </>,
  )
  expect(await screen.findByRole('link', { name: text.enter('凌云体育') })).toHaveAttribute(
    'data-launch-name',
    '凌云体育',
  )
  const tile = await screen.findByRole('link', { name: text.enter('听涛阁 · 真人') })
  expect(tile).toHaveAttribute('data-launch-name', '听涛阁 · 真人')
  expect(screen.getByText('真人大厅')).toBeVisible()
  expect(screen.queryByText('体育大厅')).toBeNull()
})
