import type { Wire } from '@shared/api/wire'
import { boot } from '@shared/boot'
import { setServerTime } from '@shared/clock'
import { clearLogin } from '@shared/session'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { zhCN as lobby } from '../lobby/text/lobby.zh-cn'
import { handsIn } from './cards'
import CategoryPage from './category-page'
import { sidesOf } from './match-board'
import { zhCN as text } from './text/front.zh-cn'
import { zhCN as venues } from './text/venues.zh-cn'

const server = fakeServer()
const call = '/v1/PubInterface/VenueFront'
const at = '2026-11-25 12:00:00'

beforeEach(() => setServerTime(Date.parse('2026-11-25T12:02:00+08:00')))

afterEach(() => {
  delete document.documentElement.dataset.form
  localStorage.removeItem('language')
  clearLogin()
  boot.demo = false
})

const game = (Id: number, more: Partial<Wire['SlotGame']> = {}): Wire['SlotGame'] => ({
  Id,
  GameCode: `c${Id}`,
  Platform: '26',
  ImgUrl: '',
  GameCnName: `游戏${Id}`,
  IsFavorites: false,
  Category: 0,
  Theme: 'table',
  Kind: 'board',
  IsHot: false,
  IsRecommend: false,
  State: 'open',
  MaintainEnd: '',
  Art: { Motif: 'tile', Palette: 'jade', Rarity: 1, Seed: Id },
  ...more,
})

const front = (more: Partial<Wire['VenueFront']> = {}): Wire['VenueFront'] => ({
  Games: [],
  Total: 0,
  Elsewhere: [],
  Matches: [],
  Draws: [],
  Tables: [],
  Hands: [],
  Wins: [],
  ...more,
})

const round = (number: string, more: Partial<Wire['FrontRound']> = {}): Wire['FrontRound'] => ({
  Number: number,
  Outcome: '',
  Numbers: [],
  Mark: '',
  Time: at,
  ...more,
})

const tell = (more: Partial<Wire['VenueFront']>, states: Record<string, string> = {}) =>
  server.reply({
    [call]: { Data: front(more) },
    '/v1/PubInterface/VenueItems': {
      Data: Object.entries(states).map(([PlatformCode, State]) => ({ PlatformCode, State, EndTime: '' })),
    },
  })

const open = (path: string) => show(<CategoryPage />, path)

it('a venue shows its own games first, and those of the same kind elsewhere after them', async () => {
  tell({ Games: [game(1), game(2)], Total: 2, Elsewhere: [game(9, { Platform: '31' })] }, { 26: 'open', 31: 'open' })
  open('/Boardgame_01')
  const own = within(await screen.findByRole('region', { name: text.own }))
  expect(own.getByRole('link', { name: /^游戏1/ })).toHaveAttribute('href', '#/Game/1')
  expect(own.getByRole('link', { name: lobby.enter('游戏2') })).toHaveAttribute('target', '_blank')
  expect(own.queryByRole('button', { name: lobby.mark('游戏1') })).toBeNull()
  expect(own.getByText(text.ownCount(2))).toBeVisible()
  const other = within(screen.getByRole('region', { name: text.elsewhere }))
  expect(other.getByRole('link', { name: /^游戏9/ })).toBeVisible()
  expect(server.callsTo(call)[0]?.query.toString()).toBe('PlatformId=26&Kind=board')
})

it('an open venue leads to no other kind; a closed one says where to play', async () => {
  tell({ Games: [game(1), game(2)], Total: 2 }, { 26: 'open', 31: 'open' })
  const page = open('/Boardgame_01')
  await screen.findByRole('region', { name: text.own })
  expect(screen.queryByRole('region', { name: venues.openNow })).toBeNull()
  page.unmount()
  tell({}, { 26: 'maintenance', 21: 'open' })
  open('/Boardgame_01')
  expect(await screen.findByRole('region', { name: venues.openNow })).toBeVisible()
})

it('a player marks a game where it stands', async () => {
  logIn()
  tell({ Games: [game(1), game(2)], Total: 2 }, { 26: 'open' })
  server.reply({ '/v1/Select/HomeMine': { Data: { Marked: [2], Recent: [], Favourites: [], Claims: [] } } })
  open('/Boardgame_01')
  expect(await screen.findByRole('button', { name: lobby.mark('游戏2'), pressed: true })).toBeVisible()
})

it('many games are folded until a click', async () => {
  const games = Array.from({ length: 20 }, (_, place) => game(place + 1))
  tell({ Games: games, Total: 20 }, { 26: 'open' })
  open('/Boardgame_01')
  const own = within(await screen.findByRole('region', { name: text.own }))
  expect(own.getAllByRole('listitem')).toHaveLength(16)
  fireEvent.click(own.getByRole('button', { name: text.all(20) }))
  expect(own.getAllByRole('listitem')).toHaveLength(20)
  fireEvent.click(own.getByRole('button', { name: text.fold }))
  expect(own.getAllByRole('listitem')).toHaveLength(16)
})

it('a hall alone stands beside its matches, with odds, their time, the score and the source', async () => {
  tell({
    Games: [game(7, { GameCnName: '体育大厅', Kind: 'sport', Platform: '5' })],
    Total: 1,
    Matches: [
      {
        League: '云海联赛',
        Event: '青龙 VS 铁鹰',
        Score: '2-1',
        ScoreTime: at,
        Starts: '',
        Open: true,
        Prices: [
          { Market: '胜平负', Pick: '青龙', Odds: '1.90', OddsType: 'EU', Time: at },
          { Market: '胜平负', Pick: '铁鹰', Odds: '3.10', OddsType: 'EU', Time: '2026-11-25 11:50:00' },
        ],
        Time: at,
      },
    ],
  })
  open('/Sport_05')
  const board = within(await screen.findByRole('region', { name: text.matches }))
  expect(board.getByText('1.90')).toBeVisible()
  expect(board.getByText('2-1')).toBeVisible()
  expect(board.getByText(text.scoreAt('12:00'))).toBeVisible()
  expect(board.getByText(`欧盘 ${text.taken('12:00')}`)).toBeVisible()
  expect(board.getByText(new RegExp(text.source(lobby.minutes(2))))).toBeVisible()
  expect(screen.getByRole('region', { name: text.hall })).toBeVisible()
  expect(screen.queryByRole('region', { name: text.own })).toBeNull()
})

it('draws are balls where they are numbers, else the words of the venue', async () => {
  tell({
    Games: [game(1), game(2)],
    Total: 2,
    Draws: [
      { GameId: 1, Game: '快乐骰', List: [round('0302-2', { Outcome: '1,1,2', Numbers: ['1', '1', '2'] })] },
      { GameId: 0, Game: '时时彩', List: [round('7', { Outcome: '大 单' })] },
    ],
  })
  open('/Lottery_01')
  const board = within(await screen.findByRole('region', { name: text.draws }))
  expect(board.getByText(text.issue('0302-2'))).toBeVisible()
  expect(board.getAllByText('1')).toHaveLength(2)
  expect(board.getByText('大 单')).toBeVisible()
  expect(board.getByRole('link', { name: '快乐骰' })).toHaveAttribute('href', '#/Game/1')
})

it('a table has its road from old to new, a wheel its numbers, and an unknown game its words', async () => {
  tell({
    Games: [game(1), game(2)],
    Total: 2,
    Tables: [
      {
        GameId: 1,
        Game: '百家乐',
        Table: '3 号桌',
        Rounds: [round('2', { Mark: 'banker', Outcome: '庄赢' }), round('1', { Mark: 'player', Outcome: '闲赢' })],
      },
      { GameId: 0, Game: '轮盘', Table: '', Rounds: [round('5', { Mark: 'number', Outcome: '17' })] },
      { GameId: 0, Game: '牛牛', Table: '', Rounds: [round('6', { Outcome: '♦3,♣K*♥9 · 3,9' })] },
    ],
  })
  open('/Reale_03')
  const board = within(await screen.findByRole('region', { name: text.tables }))
  const road = within(board.getByRole('list', { name: text.road('百家乐') }))
  expect(road.getAllByRole('listitem').map((bead) => bead.lastElementChild?.textContent)).toEqual(['闲', '庄'])
  expect(board.getByText('17')).toBeVisible()
  expect(board.getByText('♥9')).toBeVisible()
  expect(board.queryByText(/\*|3,9/)).toBeNull()
})

it('an English road has a letter in each bead, which no book translates, and the word for who cannot see it', async () => {
  localStorage.setItem('language', 'en')
  const rounds = ['tie', 'tiger', 'dragon', 'player', 'banker'].map((mark, place) =>
    round(`${place}`, { Mark: mark as Wire['FrontRound']['Mark'] }),
  )
  tell({ Games: [game(1), game(2)], Total: 2, Tables: [{ GameId: 1, Game: '百家乐', Table: '', Rounds: rounds }] })
  open('/Reale_03')
  const road = within(await screen.findByRole('list', { name: text.road('百家乐') }))
  const beads = road.getAllByRole('listitem')
  expect(beads.map((bead) => bead.querySelector('[data-own-words]')?.textContent)).toEqual(['B', 'P', 'D', 'Ti', 'T'])
  expect(beads.map((bead) => bead.querySelector('.sr-only')?.textContent)).toEqual(['庄', '闲', '龙', '虎', '和'])
})

it('a match that is over shows no score of a bet', async () => {
  const prices = [{ Market: '胜平负', Pick: '青龙', Odds: '1.90', OddsType: 'EU', Time: at }]
  const match = {
    League: 'L',
    Event: '青龙 VS 铁鹰',
    Score: '2-1',
    ScoreTime: at,
    Starts: '',
    Open: false,
    Prices: prices,
    Time: at,
  }
  tell({ Games: [game(7, { Kind: 'sport', Platform: '5' })], Total: 1, Matches: [match] })
  open('/Sport_05')
  const board = within(await screen.findByRole('region', { name: text.matches }))
  expect(board.getByText(text.settled)).toBeVisible()
  expect(board.queryByText('2-1')).toBeNull()
})

it('hands and wins that look alike all have their place', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const hand = { GameId: 1, Game: '抢庄牛牛', Room: '房间 8301', Outcome: '', Time: at }
  const win = { Player: 'm***', GameId: 1, Game: '抢庄牛牛', Amount: 12.5, Time: at }
  tell({ Games: [game(1), game(2)], Total: 2, Hands: [hand, hand], Wins: [win, win] })
  open('/Boardgame_01')
  expect(within(await screen.findByRole('region', { name: text.wins })).getAllByRole('listitem')).toHaveLength(2)
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
})

it('hands and wins name no player, and the demo says that the money is not real', async () => {
  boot.demo = true
  tell({
    Games: [game(1), game(2)],
    Total: 2,
    Hands: [{ GameId: 1, Game: '抢庄牛牛', Room: '房间 8301 · 7 桌', Outcome: '1:♠10', Time: at }],
    Wins: [{ Player: 'm***', GameId: 1, Game: '抢庄牛牛', Amount: 12.5, Time: at }],
  })
  open('/Boardgame_01')
  expect(within(await screen.findByRole('region', { name: text.hands })).getByText('房间 8301 · 7 桌')).toBeVisible()
  const wins = within(screen.getByRole('region', { name: text.wins }))
  expect(wins.getByText('m***')).toBeVisible()
  expect(wins.getByText(/\+¥12\.50/)).toBeVisible()
  expect(wins.getByText(lobby.demoWins)).toBeVisible()
})

it('a venue of which nothing is told has no empty board', async () => {
  const hall = game(7, { GameCnName: '体育大厅', Kind: 'sport', Platform: '5' })
  tell({ Games: [hall], Total: 1, Elsewhere: [game(8, { Kind: 'sport', Platform: '6' })] })
  open('/Sport_05')
  const beside = await screen.findByRole('region', { name: text.hall })
  expect(within(beside).getByRole('link', { name: /^体育大厅/ })).toHaveAttribute('href', '#/Game/7')
  expect(screen.getAllByRole('region', { name: text.elsewhere })).toHaveLength(1)
  for (const name of [text.matches, text.draws, text.tables, text.hands, text.wins]) {
    expect(screen.queryByRole('region', { name })).toBeNull()
  }
})

it('on the phone a hall alone has no tile, for the button above leads there', async () => {
  document.documentElement.dataset.form = 'h5'
  const hall = game(7, { GameCnName: '体育大厅', Kind: 'sport', Platform: '5' })
  tell({ Games: [hall], Total: 1, Elsewhere: [game(8, { Kind: 'sport', Platform: '6' })] })
  open('/Sport_05')
  expect(await screen.findByRole('region', { name: text.elsewhere })).toBeVisible()
  expect(screen.queryByRole('region', { name: text.hall })).toBeNull()
})

it('while the page is read the rest of it is there; when it does not come it can be asked for again', async () => {
  server.reply({ [call]: [500, { Message: '系统繁忙' }] })
  open('/Boardgame_01')
  expect(screen.getByText(/围坐一桌/)).toBeVisible()
  expect(await screen.findByText(text.failed)).toBeVisible()
  tell({ Games: [game(1), game(2)], Total: 2 })
  fireEvent.click(screen.getByRole('button', { name: text.retry }))
  expect(await screen.findByRole('region', { name: text.own })).toBeVisible()
})

it.each([
  ['A -vs- B', ['A', 'B']],
  ['青龙 VS 铁鹰', ['青龙', '铁鹰']],
  ['C vs. D', ['C', 'D']],
  ['冠军盘', ['冠军盘', '']],
])('%s has its sides', (event, sides) => expect(sidesOf(event)).toEqual(sides))

it('the hands of a round stand apart, without seats and codes', () => {
  expect(handsIn('B0|1:♣K,♠J|2:♦10 ♥A|x')).toEqual(['♣K ♠J', '♦10 ♥A'])
  expect(handsIn('31171a1b3d')).toEqual([])
})
