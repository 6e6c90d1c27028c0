import { api } from '@shared/api/player-client'
import { clearLogin, loginInfo } from '@shared/session'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../test/server'
import { Clock } from './clock'
import DepositNotice from './deposit-notice'
import { DesktopLayout } from './desktop-layout'
import { RequireLogin } from './require-login'
import { SessionGuard } from './session-guard'
import { TopMenu } from './top-menu'

/** The documented figures, each written out here: a changed constant fails the test of its figure. */

const said = vi.hoisted(() => vi.fn())
vi.mock('../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
beforeEach(() => {
  said.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  clearLogin()
})

describe('NAV-04: 350 ms', () => {
  const panels = () => document.querySelectorAll('[data-panel]')
  const item = () => screen.getByRole('link', { name: '棋牌' })

  it('no panel before 350 ms of rest, one from then on, none after leaving', async () => {
    await Promise.all([import('./menu-panel'), import('./queries')])
    vi.useFakeTimers()
    show(<TopMenu />)
    fireEvent.pointerEnter(item())
    await advance(349)
    expect(item()).toHaveAttribute('aria-expanded', 'false')
    await advance(1)
    expect(item()).toHaveAttribute('aria-expanded', 'true')
    await advance(50)
    expect(panels()).toHaveLength(1)
    fireEvent.pointerLeave(screen.getByRole('banner'))
    await advance(0)
    expect(panels()).toHaveLength(0)
  })

  it('focus that rests on an item opens its panel, too', async () => {
    vi.useFakeTimers()
    show(<TopMenu />)
    act(() => item().focus())
    await advance(349)
    expect(item()).toHaveAttribute('aria-expanded', 'false')
    await advance(1)
    expect(item()).toHaveAttribute('aria-expanded', 'true')
  })

  it('what the pointer only crossed on its way into the open panel stays shut', async () => {
    await Promise.all([import('./menu-panel'), import('./queries')])
    vi.useFakeTimers()
    show(<TopMenu />)
    fireEvent.pointerEnter(item())
    await advance(400)
    const other = screen.getByRole('link', { name: '真人' })
    fireEvent.pointerEnter(other)
    await advance(200)
    const panel = document.querySelector('[data-panel="board"]')
    if (!panel) throw new Error('no panel')
    fireEvent.pointerEnter(panel)
    await advance(1000)
    expect(item()).toHaveAttribute('aria-expanded', 'true')
    expect(other).toHaveAttribute('aria-expanded', 'false')
  })
})

it('NAV-05: past 30 px the bars shift by 28 px, and they come back at 0', () => {
  const { container } = show(<DesktopLayout>page</DesktopLayout>)
  const bars = container.querySelector<HTMLElement>('.fixed:has(header)') ?? container
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    fireEvent.scroll(window)
  }
  scrollTo(30)
  expect(bars.style.transform).toBe('')
  scrollTo(31)
  expect(bars.style.transform).toBe('translateY(-28px)')
  expect(bars.firstElementChild).toHaveStyle({ height: '28px' })
  scrollTo(1)
  expect(bars.style.transform).toBe('translateY(-28px)')
  scrollTo(0)
  expect(bars.style.transform).toBe('')
})

it('NAV-08: the clock looks at the time every 300 ms', () => {
  const every = vi.spyOn(globalThis, 'setInterval')
  render(<Clock />)
  expect(every.mock.calls.map((call) => call[1])).toEqual([300])
})

describe('ACC-14: 2 s and 1 s', () => {
  const notice = ['info', '还未登录，请先登录', { duration: 2000 }]

  it('five 401s at once: one notice of 2 s, and one redirect 1 s after it, with the login forgotten', async () => {
    logIn()
    localStorage.setItem('userInfo', '{}')
    server.reply({ '/v1/Select/PlayerInfoItem': [401, { IsSuc: false, Message: '还未登录，请先登录' }] })
    show(<SessionGuard />, '/Transfer')
    const went = vi.fn()
    window.addEventListener('hashchange', went)
    const replaced = vi.spyOn(window.history, 'replaceState')
    const calls = Array.from({ length: 5 }, () => api.call('POST /v1/Select/PlayerInfoItem').catch(() => null))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await Promise.all(calls)
    expect(said.mock.calls).toEqual([notice])
    await advance(999)
    expect(loginInfo().Ticket).toBe('ticket')
    expect(window.location.hash).toBe('#/Transfer')
    await advance(1)
    expect(loginInfo().Ticket).toBe('')
    expect(localStorage.getItem('userInfo')).toBeNull()
    expect(window.location.hash).toBe('#/Login?to=%2FTransfer')
    await advance(5000)
    expect(said).toHaveBeenCalledTimes(1)
    expect(replaced.mock.calls.filter(([, , url]) => String(url).includes('Login'))).toHaveLength(1)
  })

  it('a logout in another tab: the notice first, and the login a second after it', async () => {
    logIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
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
    expect(screen.getByText('secret')).toBeInTheDocument()
    act(() => clearLogin())
    expect(screen.queryByText('secret')).toBeNull()
    expect(window.location.hash).toBe('#/Withdrawal')
    await advance(100)
    expect(said.mock.calls).toEqual([notice])
    await advance(999)
    expect(window.location.hash).toBe('#/Withdrawal')
    await advance(1)
    expect(window.location.hash).toBe('#/Login?to=%2FWithdrawal')
    expect(said).toHaveBeenCalledTimes(1)
  })
})

it('DEP-08: asked every 10 s, not sooner', async () => {
  const path = '/v1/Select/RecentDeposit'
  logIn()
  server.reply({ [path]: { Data: { deposit: [] } }, '/v1/Select/Events': [404, {}] })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<DepositNotice />, '/')
  await vi.waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
  await advance(9_500)
  expect(server.callsTo(path)).toHaveLength(1)
  await advance(600)
  await vi.waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
})
