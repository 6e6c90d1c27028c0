import { boot } from '@shared/boot'
import { loginInfo } from '@shared/session'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LaunchLink, launchHref } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import { toast } from '../../ui/toast'
import GotoPage from './goto-page'
import { launchMark, markLaunch, watchLaunches } from './launch-mark'
import { launchOf, mayVisit } from './launch-rules'
import { zhCN } from './text/launcher.zh-cn'

vi.mock('../../ui/toast', { spy: true })

const server = fakeServer()
const path = '/v1/Do/CallPlatformLoginToAction'
const board: LaunchLink = { launch: 'gamePlatformLaunch', platformId: '26', gameId: 'ky', mode: '1' }
const address = launchHref(board)
const fromVenue = (link: LaunchLink) => launchOf(new URLSearchParams(launchHref(link).split('?')[1]))

const watchReplace = () => vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)

/** Opens the launcher the way a click on a link of ours does. */
function openByClick(name = '') {
  markLaunch(address, name)
  return show(<GotoPage />, address)
}

afterEach(() => {
  boot.demo = false
  vi.mocked(toast).mockClear()
})

describe('LNCH-01 what the address asks for', () => {
  const query = (text: string) => new URLSearchParams(text)

  it('only the _new launch says its language; the fisher takes gameCode', () => {
    expect(launchOf(query('launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1&language=en'))).toEqual({
      platformId: '26',
      gameId: 'ky',
      mode: '1',
      language: 'zh-CN',
    })
    expect(launchOf(query('launch=gamePlatformLaunch_new&platformId=45&gameId=0&mode=0&language=1'))?.language).toBe(
      '1',
    )
    expect(launchOf(query('launch=fisherGamePlatformLaunch&platformId=2&gameCode=F1&gameId=no'))).toEqual({
      platformId: '2',
      gameId: 'F1',
      mode: '',
      language: 'zh-CN',
    })
  })

  it('links of ours come back as they were written', () => {
    expect(fromVenue(board)?.gameId).toBe('ky')
    const fisher: LaunchLink = { launch: 'fisherGamePlatformLaunch', platformId: '2', gameId: '6-hall2', mode: '1' }
    expect(launchHref(fisher)).toBe('#/Goto?launch=fisherGamePlatformLaunch&platformId=2&gameCode=6-hall2&mode=1')
    expect(fromVenue(fisher)?.gameId).toBe('6-hall2')
  })

  it.each([
    '',
    'launch=other&platformId=26',
    'launch=constructor&platformId=26',
    'launch=gamePlatformLaunch',
    'launch=gamePlatformLaunch&platformId=26&gameId=%3Cb%3E',
    'launch=gamePlatformLaunch&platformId=2%2F..%2F6&gameId=0',
    'launch=gamePlatformLaunch_new&platformId=45&gameId=0&language=zh%20or',
  ])('%j is no launch of ours (trust T13)', (text) => {
    expect(launchOf(query(text))).toBeNull()
  })
})

it('trust T13 goes to https only, and to this machine in the demo', () => {
  const table = (): Record<string, boolean> =>
    Object.fromEntries(
      [
        'https://game.example/play?t=1',
        'http://game.example/play',
        'http://127.0.0.1:18090/play',
        'http://localhost:18090/play',
        'http://127.0.0.1.evil.example/',
        'https://player:secret@game.example/',
        'javascript:alert(1)',
        'data:text/html,x',
        '//game.example/play',
        '/play',
        'game.example',
        '',
      ].map((text) => [text, mayVisit(text)]),
    )
  const allowed = () => Object.keys(table()).filter((text) => table()[text])
  expect(allowed()).toEqual(['https://game.example/play?t=1'])
  boot.demo = true
  expect(allowed()).toEqual([
    'https://game.example/play?t=1',
    'http://127.0.0.1:18090/play',
    'http://localhost:18090/play',
  ])
})

describe('LNCH-02 the launch', () => {
  it('shows the game while it loads and goes to the address the server gives, once', async () => {
    logIn()
    const replace = watchReplace()
    server.reply({
      [path]: { ResultMessage: 'https://game.example/play?t=1' },
      '/v1/PubInterface/VenueItems': { Data: [{ PlatformCode: '26', PlatformName: '鸿运棋院', State: 'open' }] },
    })
    openByClick('德州扑克')
    expect(screen.getByRole('status')).toHaveTextContent(zhCN.loading)
    expect(screen.getByText('德州扑克')).toBeVisible()
    expect(await screen.findByText('鸿运棋院')).toBeVisible()
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://game.example/play?t=1'))
    const calls = server.callsTo(path)
    expect(calls).toHaveLength(1)
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
      platformId: '26',
      gameId: 'ky',
      mode: '1',
      language: 'zh-CN',
      playerName: 'demo01',
      HomeUrl: 'localhost:3000',
    })
  })

  it('MNT-03 says why a launch failed, and opens on a second try', async () => {
    logIn()
    const replace = watchReplace()
    server.reply({ [path]: { IsSuc: false, ErrorMessage: '场馆维护中', ResultMessage: '场馆维护中' } })
    openByClick()
    expect(await screen.findByRole('alert')).toHaveTextContent('场馆维护中')
    // The popup of 2 s, which is the default duration (ERR-03).
    expect(vi.mocked(toast).mock.calls).toEqual([['error', '场馆维护中']])
    server.reply({ [path]: { ResultMessage: 'https://game.example/2' } })
    fireEvent.click(screen.getByRole('button', { name: zhCN.retry }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://game.example/2'))
  })

  it.each([
    ['a refusal without words', { IsSuc: false, ErrorMessage: '', ResultMessage: '' }],
    ['a success without an address', { ResultMessage: '' }],
    ['an answer of the machine in between', [502, {}] as [number, object]],
  ])('%s has the documented sentence', async (_, reply) => {
    logIn()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.reply({ [path]: reply })
    openByClick()
    expect(await screen.findByRole('alert')).toHaveTextContent('加载失败，请返回重试')
    expect(vi.mocked(toast).mock.calls).toEqual([['error', '加载失败，请返回重试']])
  })

  it('ERR-04 no answer at all: no popup, the page says that nothing was opened, and developers are told', async () => {
    logIn()
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    openByClick()
    expect(await screen.findByRole('alert')).toHaveTextContent('加载失败，请返回重试')
    expect(screen.getByRole('button', { name: zhCN.retry })).toBeVisible()
    expect(toast).not.toHaveBeenCalled()
    expect(warned.mock.calls.map(([line]) => line)).toContainEqual(expect.stringMatching(/^launch: no answer/))
  })

  it('D-18 says the name of a venue once, and beside that of a game', async () => {
    logIn()
    watchReplace()
    let answer = () => {}
    const late = new Promise<object>((resolve) => {
      answer = () => resolve({ ResultMessage: 'https://game.example/' })
    })
    server.reply({
      [path]: () => late,
      '/v1/PubInterface/VenueItems': { Data: [{ PlatformCode: '26', PlatformName: '鸿运棋院', State: 'open' }] },
    })
    openByClick('鸿运棋院')
    await waitFor(() => expect(server.callsTo('/v1/PubInterface/VenueItems')).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.getAllByText('鸿运棋院')).toHaveLength(1)
    answer()
  })

  it('leads back home from a failed launch', async () => {
    logIn()
    server.reply({ [path]: { IsSuc: false, ErrorMessage: '', ResultMessage: '场馆暂时繁忙' } })
    openByClick()
    fireEvent.click(await screen.findByRole('button', { name: zhCN.back }))
    await waitFor(() => expect(window.location.hash).toBe('#/'))
  })

  it('never follows an address that is none', async () => {
    logIn()
    const replace = watchReplace()
    server.reply({ [path]: { ResultMessage: 'javascript:alert(1)' } })
    openByClick()
    expect(await screen.findByRole('alert')).toHaveTextContent('加载失败，请返回重试')
    expect(replace).not.toHaveBeenCalled()
  })
})

describe('trust CSP-8 a launch that no click of ours announced', () => {
  it('moves nothing until the player taps', async () => {
    logIn()
    const replace = watchReplace()
    server.reply({
      [path]: { ResultMessage: 'https://game.example/play' },
      '/v1/PubInterface/VenueItems': { Data: [{ PlatformCode: '26', PlatformName: '鸿运棋院', State: 'open' }] },
    })
    show(<GotoPage />, address)
    expect(await screen.findByText('鸿运棋院')).toBeVisible()
    expect(server.callsTo(path)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '进入游戏' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://game.example/play'))
    expect(server.callsTo(path)).toHaveLength(1)
  })

  const asks = () => expect(screen.getByRole('button', { name: '进入游戏' })).toBeVisible()

  it('is not helped by the click on another game, or by an old one', () => {
    logIn()
    markLaunch(launchHref({ ...board, platformId: '31' }))
    show(<GotoPage />, address).unmount()
    markLaunch(address)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_001)
    show(<GotoPage />, address)
    asks()
    expect(server.callsTo(path)).toHaveLength(0)
  })

  it('one click opens one game', async () => {
    logIn()
    const replace = watchReplace()
    server.reply({ [path]: { ResultMessage: 'https://game.example/play' } })
    const first = openByClick()
    await waitFor(() => expect(replace).toHaveBeenCalledTimes(1))
    first.unmount()
    show(<GotoPage />, address)
    asks()
    expect(server.callsTo(path)).toHaveLength(1)
  })

  it('every link to the launcher is marked by its click, unless the page stopped it', () => {
    const stop = watchLaunches()
    const click = (markup: string, prevented = false) => {
      const place = document.createElement('div')
      place.innerHTML = markup
      document.body.append(place)
      if (prevented) place.addEventListener('click', (event) => event.preventDefault())
      fireEvent.click(place.querySelector('span') as HTMLElement)
      place.remove()
      return launchMark(address.slice(1))
    }
    const link = `<a href="${address.replaceAll('&', '&amp;')}" data-launch-name="德州扑克"><span>x</span></a>`
    expect(click('<a href="#/Egame"><span>x</span></a>')).toBeUndefined()
    expect(click(link, true)).toBeUndefined()
    expect(click(link)?.name).toBe('德州扑克')
    stop()
  })
})

describe('LNCH-03 nobody is logged in', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('a visitor is told so, everything kept is forgotten, and home it is after 2 s', async () => {
    localStorage.setItem('userInfo', '{}')
    openByClick()
    expect(screen.getByRole('alert')).toHaveTextContent('未登录或非法操作')
    expect(vi.mocked(toast).mock.calls).toEqual([['error', '未登录或非法操作']])
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(window.location.hash).toContain('/Goto')
    expect(localStorage.getItem('userInfo')).toBe('{}')
    await act(() => vi.advanceTimersByTimeAsync(2))
    expect(window.location.hash).toBe('#/')
    expect(localStorage.getItem('userInfo')).toBeNull()
    expect(server.callsTo(path)).toHaveLength(0)
  })

  it('a broken address logs nobody out', async () => {
    logIn()
    show(<GotoPage />, '/Goto?launch=nonsense&platformId=26')
    expect(screen.getByRole('alert')).toHaveTextContent('未登录或非法操作')
    await act(() => vi.advanceTimersByTimeAsync(2001))
    expect(window.location.hash).toBe('#/')
    expect(loginInfo().Ticket).toBe('ticket')
    expect(server.callsTo(path)).toHaveLength(0)
  })
})
