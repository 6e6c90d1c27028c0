import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { setServerTime } from '@shared/clock'
import { clearLogin, loginInfo } from '@shared/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { zhCN as venues } from '../features/venue/text/venues.zh-cn'
import { fakeServer, logIn, show } from '../test/server'
import { Link } from '../ui/link'
import * as toasts from '../ui/toast'
import { Clock } from './clock'
import DepositNotice from './deposit-notice'
import { Footer } from './footer'
import { activeIndex, menu } from './menu'
import { RequireLogin } from './require-login'
import { ScrollToTop } from './scroll-to-top'
import { SessionGuard } from './session-guard'
import { TopMenu } from './top-menu'
import { menuDelayMs } from './use-hover-panel'

const server = fakeServer()
const venueName = venues.venue.board01.name
afterEach(() => vi.useRealTimers())

describe('top menu', () => {
  it('NAV-03 has its 13 items in the documented order', () => {
    expect(menu.map((item) => item.key)).toEqual([
      'home',
      'sport',
      'live',
      'fish',
      'slot',
      'esport',
      'lottery',
      'board',
      'promo',
      'fund',
      'app',
      'vip',
      'support',
    ])
    expect(menu.filter((item) => item.panel).map((item) => item.key)).toEqual(
      'sport live fish slot esport lottery board'.split(' '),
    )
  })

  it('NAV-03 shows them by their names, and where each leads', () => {
    show(<TopMenu />, '/')
    const items = [...screen.getByRole('navigation', { name: '主菜单' }).querySelectorAll('[data-menu]')]
    expect(items.map((item) => `${item.textContent} ${item.getAttribute('href') ?? ''}`.trim())).toEqual([
      '首页 #/',
      '体育 #/Sport_05',
      '真人 #/Reale_03',
      '捕鱼 #/Fish',
      '电子 #/Egame',
      '电竞 #/Esports',
      '彩票 #/Lottery_02',
      '棋牌 #/Boardgame_01',
      '优惠 #/Activity',
      '优惠基金 #/ConcessionaryFund',
      'APP #/AppDownload',
      '升级 #/Vip',
      '客服',
    ])
  })

  it.each([
    ['/Boardgame_02', '棋牌'],
    ['/ConcessionaryFund', ''],
  ])('NAV-04 on %s the lit item is %j again once the panel of another was left', async (at, lit) => {
    const isLit = () => screen.queryByRole('link', { current: 'page' })?.textContent ?? ''
    await import('./menu-panel')
    vi.useFakeTimers()
    show(<TopMenu />, at)
    expect(isLit()).toBe(lit)
    fireEvent.pointerEnter(screen.getByRole('link', { name: '体育' }))
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(isLit()).toBe('体育')
    fireEvent.pointerLeave(screen.getByRole('banner'))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(document.querySelector('[data-panel]')).toBeNull()
    expect(isLit()).toBe(lit)
  })

  it('NAV-04 marks 7 on board-game pages and -1 on the bonus page, in any case of letters', () => {
    expect(activeIndex('/Boardgame_04')).toBe(7)
    expect(activeIndex('/boardgame_01')).toBe(7)
    expect(activeIndex('/ConcessionaryFund')).toBe(-1)
    expect(activeIndex('/')).toBe(0)
    expect(activeIndex('/egame/8')).toBe(4)
  })

  it('NAV-04 opens a panel after 350 ms of rest, not before, and closes it on leaving', async () => {
    const user = userEvent.setup()
    show(<TopMenu />)
    const item = screen.getByRole('link', { name: '棋牌' })
    const begun = performance.now()
    await user.hover(item)
    expect(item).toHaveAttribute('aria-expanded', 'false')
    expect(await screen.findByRole('link', { name: new RegExp(venueName) })).toBeInTheDocument()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(menuDelayMs)
    await user.unhover(item)
    await user.hover(document.body)
    await waitFor(() => expect(item).toHaveAttribute('aria-expanded', 'false'))
  })

  it('NAV-13 opens with the arrow key and gives the focus back on Escape', async () => {
    const user = userEvent.setup()
    show(<TopMenu />)
    const item = screen.getByRole('link', { name: '体育' })
    item.focus()
    await user.keyboard('{ArrowDown}')
    expect(item).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Escape}')
    expect(item).toHaveAttribute('aria-expanded', 'false')
    expect(item).toHaveFocus()
  })

  it('NAV-06 shows login and register, or the player and a logout that asks first', async () => {
    const { unmount } = show(<TopMenu />)
    expect(screen.getByRole('link', { name: '登录' })).toHaveAttribute('href', '#/Login')
    expect(screen.getByRole('link', { name: '注册' })).toHaveAttribute('href', '#/register')
    unmount()
    logIn()
    show(<TopMenu />)
    expect(await screen.findByRole('link', { name: /demo01/ })).toHaveAttribute('href', '#/Deposit')
    await userEvent.click(screen.getByRole('button', { name: '退出' }))
    await userEvent.click(await screen.findByRole('button', { name: '取消' }))
    expect(loginInfo().Ticket).toBe('ticket')
    await userEvent.click(screen.getByRole('button', { name: '退出' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认' }))
    await waitFor(() => expect(loginInfo().Ticket).toBe(''))
    expect(server.callsTo('/v1/Do/LogOutAction')).toHaveLength(1)
    expect(window.location.hash).toBe('#/')
  })
})

it('NAV-07 the footer has its six links, the licence and 18+, and a way to help', async () => {
  show(<Footer />)
  const links = within(await screen.findByRole('navigation', { name: '页脚' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/tools/account',
    '#/tools/gambling',
    '#/tools/privacy',
    '#/tools/ruleclause',
    '#/tools/contact',
    '#/agent',
  ])
  expect(screen.getByText('18+')).toBeInTheDocument()
  expect(screen.getByText(/未满 18 周岁/)).toBeInTheDocument()
  // No licence was given: the footer says so and claims none.
  expect(screen.getByText('本站未登载博彩牌照信息')).toBeInTheDocument()
  expect(screen.queryByText(/持有/)).toBeNull()
  expect(screen.getByRole('button', { name: '联系客服' })).toBeInTheDocument()
})

it('NAV-07 on the phone, pages for doing something have the licence and 18+ of the footer, and no more', async () => {
  document.documentElement.dataset.form = 'h5'
  for (const path of ['/Deposit', '/Mine', '/Login', '/BaseInfo/my']) {
    const { unmount } = show(<Footer />, path)
    expect(await screen.findByText('18+')).toBeInTheDocument()
    expect(screen.getByText('本站未登载博彩牌照信息')).toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: '页脚' })).toBeNull()
    unmount()
  }
  show(<Footer />, '/Activity')
  expect(await screen.findByRole('navigation', { name: '页脚' })).toBeInTheDocument()
  document.documentElement.dataset.form = ''
})

it('NAV-07 the footer names the licence that the operator gave', async () => {
  boot.licence = '本站持有某地某号博彩牌照'
  show(<Footer />)
  expect(await screen.findByText('本站持有某地某号博彩牌照')).toBeInTheDocument()
  expect(screen.queryByText(/未登载/)).toBeNull()
  boot.licence = ''
})

it('NAV-01 a new page starts at its top; a change of the query on the same page leaves it where it is', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  show(
    <>
      <ScrollToTop />
      <Link to="/Vip">one</Link>
      <Link to="/Vip?tab=2">two</Link>
    </>,
    '/',
  )
  scrolled.mockClear()
  await userEvent.click(screen.getByRole('link', { name: 'one' }))
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
  scrolled.mockClear()
  await userEvent.click(screen.getByRole('link', { name: 'two' }))
  await waitFor(() => expect(window.location.hash).toBe('#/Vip?tab=2'))
  expect(scrolled).not.toHaveBeenCalled()
})

it('NAV-09 customer service opens the address of the call', async () => {
  server.reply({ '/v1/PubInterface/OnlineCustomSupportLink': { ResultMessage: 'https://help.example/' } })
  const opened = { opener: window, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  show(<TopMenu />)
  await userEvent.click(screen.getByRole('button', { name: '客服' }))
  await waitFor(() => expect(opened.location.href).toBe('https://help.example/'))
  expect(opened.opener).toBeNull()
})

it.each([
  ['no address', { ResultMessage: '' }],
  ['no answer', [503, {}] as [number, object]],
])('NAV-09 with %s the window closes again and the player is told', async (_, reply) => {
  server.reply({ '/v1/PubInterface/OnlineCustomSupportLink': reply })
  const opened = { opener: window, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const said = vi.spyOn(toasts, 'toast')
  show(<TopMenu />)
  await userEvent.click(screen.getByRole('button', { name: '客服' }))
  await waitFor(() => expect(said.mock.calls).toEqual([['error', '客服暂时无法连接，请稍后再试']]))
  expect(opened.close).toHaveBeenCalled()
  expect(opened.location.href).toBe('')
})

it('NAV-09 without an address, a visitor is led to the contact page and a player to the own support', async () => {
  boot.ownSupport = true
  clearLogin()
  show(<TopMenu />)
  await userEvent.click(screen.getByRole('button', { name: '客服' }))
  await waitFor(() => expect(window.location.hash).toBe('#/tools/contact'))
  logIn()
  await userEvent.click(screen.getByRole('button', { name: '客服' }))
  await waitFor(() => expect(window.location.hash).toBe('#/Support'))
  clearLogin()
  boot.ownSupport = false
})

it('NAV-08 the clock moves by itself and says GMT+8', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T04:00:00Z') })
  setServerTime(Date.now())
  const { container } = show(<Clock />)
  expect(container.textContent).toBe('2026-03-02 12:00:00 GMT+8')
  vi.advanceTimersByTime(1200)
  expect(container.textContent).toBe('2026-03-02 12:00:01 GMT+8')
})

it('ACC-14 one notice, login forgotten, and to the login page that leads back', async () => {
  logIn()
  server.reply({ '/v1/Select/PlayerInfoItem': [401, { IsSuc: false, Message: '还未登录，请先登录' }] })
  show(<SessionGuard />, '/Transfer')
  await Promise.all(Array.from({ length: 5 }, () => api.call('POST /v1/Select/PlayerInfoItem').catch(() => null)))
  await waitFor(() => expect(window.location.hash).toBe('#/Login?to=%2FTransfer'), { timeout: 3000 })
  expect(loginInfo().Ticket).toBe('')
  expect(localStorage.getItem('loginInfo')).toBeNull()
})

it('ACC-15 an account page leads a visitor to the login and the login back', async () => {
  clearLogin()
  show(
    <Routes>
      <Route
        path="/Withdrawal"
        element={
          <RequireLogin>
            <p>secret</p>
          </RequireLogin>
        }
      />
      <Route path="*" element={null} />
    </Routes>,
    '/Withdrawal',
  )
  expect(screen.queryByText('secret')).toBeNull()
  await waitFor(() => expect(window.location.hash).toBe('#/Login?to=%2FWithdrawal'))
})

describe('DEP-08 deposit notice', () => {
  const path = '/v1/Select/RecentDeposit'
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('asks every 10 s, stops while it shows the first amount, and starts again after OK', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    logIn()
    server.reply({ [path]: { Data: { deposit: [] } } })
    show(<DepositNotice />, '/')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    server.reply({ [path]: { Data: { deposit: [{ Amount: 123.4 }, { Amount: 5 }] } } })
    await advance(10_000)
    expect(await screen.findByText('¥123.40')).toBeInTheDocument()
    const asked = server.callsTo(path).length
    await advance(30_000)
    expect(server.callsTo(path)).toHaveLength(asked)
    server.reply({ [path]: { Data: { deposit: [] } } })
    screen.getByRole('button', { name: '好的' }).click()
    await waitFor(() => expect(screen.queryByText('¥123.40')).toBeNull())
    await advance(11_000)
    await waitFor(() => expect(server.callsTo(path).length).toBeGreaterThan(asked))
  })

  it('the launcher leaves by itself: it asks for none, and takes none with it', async () => {
    logIn()
    show(<DepositNotice />, '/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1').unmount()
    expect(server.callsTo(path)).toHaveLength(0)
    show(<DepositNotice />, '/')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
  })

  it('announces every deposit of the list, one after each OK, and none a second time', async () => {
    logIn()
    const list = (...sns: string[]) => ({ Data: { deposit: sns.map((sn) => ({ OrderSn: sn, Amount: Number(sn) })) } })
    server.reply({ [path]: list('111', '222'), '/v1/Select/Events': [404, {}] })
    show(<DepositNotice />, '/')
    expect(await screen.findByText('¥111.00')).toBeInTheDocument()
    // Asked again within its three seconds, the server still names the deposit that is announced already.
    screen.getByRole('button', { name: '好的' }).click()
    expect(await screen.findByText('¥222.00')).toBeInTheDocument()
    server.reply({ [path]: list('222') })
    const asked = server.callsTo(path).length
    screen.getByRole('button', { name: '好的' }).click()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(server.callsTo(path).length).toBeGreaterThan(asked))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks once more within the three seconds when the answer was lost on its way', async () => {
    logIn()
    const lost = vi.spyOn(globalThis, 'fetch')
    lost.mockImplementationOnce(async () => {
      throw new TypeError('network')
    })
    server.reply({ [path]: { Data: { deposit: [{ OrderSn: '7', Amount: 7 }] } }, '/v1/Select/Events': [404, {}] })
    show(<DepositNotice />, '/')
    expect(await screen.findByText('¥7.00', {}, { timeout: 2_900 })).toBeInTheDocument()
  })

  it('ERR-04 a call that fails says nothing to the player, and is made again in its turn', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    logIn()
    server.reply({ [path]: [503, { IsSuc: false, Message: '服务暂时不可用' }], '/v1/Select/Events': [503, {}] })
    show(<DepositNotice />, '/')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    await advance(10_500)
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
    expect(screen.queryByText(/服务暂时不可用/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks nothing on the login page and nothing for a visitor', async () => {
    logIn()
    const { unmount } = show(<DepositNotice />, '/login')
    unmount()
    clearLogin()
    show(<DepositNotice />, '/')
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(path)).toHaveLength(0)
  })
})
