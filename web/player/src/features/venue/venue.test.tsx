import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { launchHref } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import BoardPage from './board-page'
import { boardTabs, boardVenueAt, boardVenues, highlightedTab, stateOf } from './board-venues'
import GotoPage, { launchOf } from './goto-page'
import { zhCN } from './text/zh-cn'

const server = fakeServer()
const path = '/v1/Do/CallPlatformLoginToAction'

describe('board games', () => {
  it('GAME-05 tabs stand in order 03, 01, 02, 05, and 04 highlights the second', () => {
    expect(boardTabs).toEqual(['board03', 'board01', 'board02', 'board05'])
    const fourth = boardVenueAt('/boardgame_04')
    expect(fourth && highlightedTab(fourth)).toBe('board01')
  })

  it('GAME-06 launches what the documents say', () => {
    expect(boardVenues.map(({ launch }) => launch)).toEqual([
      { launch: 'gamePlatformLaunch', platformId: '26', gameId: 'ky', mode: '1' },
      { launch: 'gamePlatformLaunch', platformId: '31', gameId: '0', mode: '1' },
      { launch: 'gamePlatformLaunch_new', platformId: '45', gameId: '0', mode: '0', language: '1' },
      { launch: 'gamePlatformLaunch_new', platformId: '37', gameId: '0', mode: '0', language: '1' },
      { launch: 'gamePlatformLaunch_new', platformId: '36', gameId: '0', mode: '0', language: '1' },
    ])
  })

  it('GAME-05, LNCH-04 the launch link opens a new tab at /#/Goto', () => {
    logIn()
    show(<BoardPage />, '/Boardgame_01')
    const link = screen.getByRole('link', { name: /进入游戏/ })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('href')).toBe('#/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1')
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent(zhCN.venue.board01.name)
  })
})

it('GAME-06, MNT-03 a venue that is not open or in maintenance offers no launch', async () => {
  const wallet = { PlatformName: '鸿运棋院', PlatformCode: '26', venue_code: 'ky', Balance: 0, Stale: false, AsOf: '' }
  const balance = { SumAmount: 0, Balance: 0, LockBalance: 0, TransitBalance: 0, IsAuTransfer: 0 }
  server.reply({ '/v1/Select/PlayerBalance': { ...balance, VenueAmount: [{ ...wallet, State: 'maintenance' }] } })
  logIn()
  const page = show(<BoardPage />, '/Boardgame_01')
  expect(await screen.findByText('该场馆维护中，您可以先试试其他场馆')).toBeVisible()
  expect(screen.queryByRole('link', { name: /进入游戏/ })).toBeNull()
  page.unmount()
  show(<BoardPage />, '/Boardgame_03')
  expect(await screen.findByText('该场馆即将开放，敬请期待')).toBeVisible()
  expect(screen.queryByRole('link', { name: /进入游戏/ })).toBeNull()
  const third = boardVenueAt('/Boardgame_03')
  expect(third && stateOf(third, undefined)).toBe('closed')
})

describe('launcher', () => {
  const query = (text: string) => new URLSearchParams(text)

  it('LNCH-01 only the _new launch says its language; the fisher takes gameCode', () => {
    expect(launchOf(query('launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1&language=en'))).toEqual({
      platformId: '26',
      gameId: 'ky',
      mode: '1',
      language: 'zh-CN',
    })
    expect(launchOf(query('launch=gamePlatformLaunch_new&platformId=45&gameId=0&mode=0&language=1'))?.language).toBe(
      '1',
    )
    expect(launchOf(query('launch=fisherGamePlatformLaunch&platformId=2&gameCode=F1'))?.gameId).toBe('F1')
    expect(launchOf(query('launch=other&platformId=26'))).toBeNull()
    const hrefs = boardVenues.map(({ launch }) => launchHref(launch))
    expect(hrefs[2]).toContain('language=1')
    expect(hrefs[0]).not.toContain('language')
  })

  it('LNCH-02 goes to the address the server gives, once', async () => {
    logIn()
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    server.reply({ [path]: { ResultMessage: 'https://game.example/play?t=1' } })
    show(<GotoPage />, '/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://game.example/play?t=1'))
    const calls = server.callsTo(path)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.form.get('HomeUrl')).toBe('localhost:3000')
  })

  it('LNCH-02 shows why a launch failed and offers the way back', async () => {
    logIn()
    server.reply({ [path]: { IsSuc: false, ErrorMessage: '场馆维护中', ResultMessage: '场馆维护中' } })
    show(<GotoPage />, '/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1')
    expect(await screen.findByRole('heading', { name: '场馆维护中' })).toBeVisible()
    expect(screen.getByRole('button', { name: '返回' })).toBeVisible()
  })

  it('LNCH-02 never follows an address that is none', async () => {
    logIn()
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    server.reply({ [path]: { ResultMessage: 'javascript:alert(1)' } })
    show(<GotoPage />, '/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1')
    expect(await screen.findByRole('heading', { name: '加载失败，请返回重试' })).toBeVisible()
    expect(replace).not.toHaveBeenCalled()
  })

  it('LNCH-03 a visitor is told so and sent home after 2 s', async () => {
    show(<GotoPage />, '/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1')
    expect(await screen.findByRole('heading', { name: '未登录或非法操作' })).toBeVisible()
    await waitFor(() => expect(window.location.hash).toBe('#/'), { timeout: 3000 })
    expect(server.callsTo(path)).toHaveLength(0)
  })
})
