import { keepLogin } from '@shared/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { siteMap } from '../../site-map'
import { fakeServer, logIn, show } from '../../test/server'
import { menu } from '../menu'
import { zhCN as shellText } from '../text/zh-cn'
import { H5Layout } from './h5-layout'
import { barDrawings } from './line-icon'
import MinePage from './mine-page'

const server = fakeServer()
const balance = { SumAmount: 1500.5, Balance: 1234.5, LockBalance: 0, TransitBalance: 0, VenueAmount: [] }

beforeEach(() => {
  document.documentElement.dataset.form = 'h5'
  server.reply({
    '/v1/Select/PlayerBalance': balance,
    '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', VipLevel: 3 },
  })
})
afterEach(() => {
  document.documentElement.dataset.form = ''
  vi.useRealTimers()
})

it('the deposit’s drawing has no arrow into a tray: that one says download', () => {
  expect(barDrawings.deposit).not.toMatch(/v16h?|h16v-4/)
})

const tabs = () => screen.queryByRole('navigation', { name: '底部导航' })

describe('layout', () => {
  it('has the five tabs in their order, and says which one is open', () => {
    show(<H5Layout>page</H5Layout>, '/Mine')
    const bar = tabs() as HTMLElement
    expect([...bar.querySelectorAll('a, button')].map((tab) => tab.textContent)).toEqual([
      '首页',
      '优惠',
      '存款',
      '客服',
      '我的',
    ])
    expect(within(bar).getByRole('link', { current: 'page' })).toHaveTextContent('我的')
    expect(within(bar).getByRole('link', { name: '存款' })).toHaveAttribute('href', '#/Deposit')
  })

  it('hides the tabs while the keyboard is open, and not for a box to tick', async () => {
    show(
      <H5Layout>
        <input aria-label="amount" inputMode="decimal" />
        <input aria-label="remember" type="checkbox" />
        <input aria-label="day" type="date" />
      </H5Layout>,
    )
    for (const quiet of ['remember', 'day']) {
      act(() => screen.getByLabelText(quiet).focus())
      expect(tabs()).toBeInTheDocument()
    }
    act(() => screen.getByLabelText('amount').focus())
    expect(tabs()).toBeNull()
    act(() => screen.getByLabelText('amount').blur())
    // The bar is not under the finger that has just left the field.
    expect(tabs()).toBeNull()
    await waitFor(() => expect(tabs()).toBeInTheDocument())
  })

  it('leads back to the page before, and home from the first page of a visit', async () => {
    window.history.replaceState(null, '')
    show(
      <Routes>
        <Route path="/" element={<p>home</p>} />
        <Route path="/Deposit" element={<H5Layout title="存款">deposit</H5Layout>} />
        <Route path="/Start" element={<Redirect />} />
      </Routes>,
      '/Start',
    )
    // A redirect took the place of the first page: there is still nothing of ours behind it.
    await userEvent.click(await screen.findByRole('button', { name: '返回' }))
    expect(await screen.findByText('home')).toBeInTheDocument()
  })
})

function Redirect() {
  const navigate = useNavigate()
  queueMicrotask(() => void navigate('/Deposit', { replace: true }))
  return null
}

describe('the member’s page', () => {
  it('shows the player, the balance and what all is worth; covered amounts stay covered, in the bar too', async () => {
    logIn()
    const { unmount } = show(
      <H5Layout>
        <MinePage />
      </H5Layout>,
    )
    // The bar, whose code comes later, and the card's second line.
    await waitFor(() => expect(screen.getAllByText(/1,500\.50/)).toHaveLength(2))
    expect(screen.getAllByText('¥1,234.50')).toHaveLength(1)
    expect(await screen.findByText('VIP3')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '隐藏余额' }))
    expect(screen.queryByText(/1,234\.50|1,500\.50/)).toBeNull()
    unmount()
    show(<MinePage />)
    expect(await screen.findByRole('button', { name: '显示余额' })).toBeInTheDocument()
  })

  it('asks for the balance again at a tap', async () => {
    logIn()
    show(<MinePage />)
    await screen.findByText('¥1,234.50')
    server.reply({ '/v1/Select/PlayerBalance': { ...balance, Balance: 2000 } })
    await userEvent.click(screen.getByRole('button', { name: '刷新余额' }))
    expect(await screen.findByText('¥2,000.00')).toBeInTheDocument()
  })

  it('offers a visitor login, which leads back here, and registration', () => {
    show(<MinePage />)
    expect(screen.getByRole('link', { name: '登录' })).toHaveAttribute('href', '#/Login?to=%2FMine')
    expect(screen.getByRole('link', { name: '注册' })).toHaveAttribute('href', '#/register')
    expect(screen.queryByRole('button', { name: '退出' })).toBeNull()
  })

  it('leads to VIP and to the fund', () => {
    show(<MinePage />)
    expect(screen.getByRole('link', { name: 'VIP 升级' })).toHaveAttribute('href', '#/Vip')
    expect(screen.getByRole('link', { name: '优惠基金' })).toHaveAttribute('href', '#/ConcessionaryFund')
  })

  it('NAV-11 with the tabs, the home page’s halls and the footer reaches every page the desktop’s menus lead to', () => {
    keepLogin({ Ticket: 'ticket', PlayerName: 'demo01' })
    show(
      <H5Layout>
        <MinePage />
      </H5Layout>,
    )
    const linked = new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1)))
    const kinds = ['sport', 'live', 'fish', 'slot', 'esport', 'lottery', 'board']
    const desktop = menu.filter((item) => !kinds.includes(item.key)).map((item) => item.path)
    const account = siteMap.filter((page) => page.place === 'account').map((page) => page.path)
    // Reached from the page above them: the days of a bet record lead to venues, those to bets; the questions to each.
    const below: string[] = [paths.betRecordPlatform, paths.betRecordDetail, paths.supportTicket]
    const wanted = [...desktop, ...account.filter((path) => !below.includes(path))].map((path) =>
      path === paths.baseInfo ? paths.profile : path,
    )
    expect(wanted.filter((path) => !linked.has(path))).toEqual([])
    for (const name of [shellText.support, '电脑版', '退出', '公告']) {
      expect(screen.getAllByRole('button', { name }).length).toBeGreaterThan(0)
    }
    expect(screen.getAllByText(/GMT\+8/).length).toBeGreaterThan(0)
  })
})

describe('announcements', () => {
  const path = '/v1/PubInterface/AvaiabledAnnoucement'
  const notice = (Id: number, Title: string, words: string) => ({
    Id,
    Title,
    TContent: btoa(String.fromCharCode(...new TextEncoder().encode(words))),
    HotEndTime: '2020-01-01 00:00:00',
    CreateTime: '2026-11-20 12:00:00',
  })

  it('are all behind the bell, those that no longer pop up too, as plain text', async () => {
    server.reply({
      [path]: { Annoucements: [notice(1, '维护通知', '周三 <b>维护</b>'), notice(2, '新场馆', '乐弈楼开放')] },
    })
    show(<H5Layout>page</H5Layout>)
    await userEvent.click(screen.getByRole('button', { name: '公告' }))
    const sheet = await screen.findByRole('dialog', { name: '网站公告' })
    expect(await within(sheet).findByText('周三 <b>维护</b>')).toBeInTheDocument()
    expect(within(sheet).getAllByText('2026-11-20')).toHaveLength(2)
  })

  it('say when there are none, and offer another try when they do not come', async () => {
    server.reply({ [path]: [500, { Message: '稍后再试' }] })
    show(<H5Layout>page</H5Layout>)
    await userEvent.click(screen.getByRole('button', { name: '公告' }))
    server.reply({ [path]: { Annoucements: [] } })
    await userEvent.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText('暂无公告')).toBeInTheDocument()
  })
})

describe('pull to refresh', () => {
  const asked = () => server.callsTo('/v1/Select/PlayerBalance').length
  const pull = (by: number, on: Element = document.body, aside = 0) => {
    const at = (clientY: number, clientX = 100) => ({
      touches: [{ clientX, clientY }],
      changedTouches: [{ clientX, clientY }],
    })
    fireEvent.touchStart(on, at(100))
    for (let step = 1; step <= 10; step++)
      fireEvent.touchMove(on, at(100 + (by * step) / 10, 100 + (aside * step) / 10))
    fireEvent.touchEnd(on, { touches: [], changedTouches: [] })
  }
  const mine = async () => {
    logIn()
    show(
      <H5Layout>
        <MinePage />
        <section aria-roledescription="carousel" aria-label="banners">
          pictures
        </section>
      </H5Layout>,
      '/Mine',
    )
    await screen.findAllByText('¥1,234.50')
  }

  it('reads the page anew and says so', async () => {
    await mine()
    const before = asked()
    pull(200)
    expect(await screen.findByText('正在刷新')).toBeInTheDocument()
    await waitFor(() => expect(asked()).toBe(before + 1))
    expect(await screen.findByText('已刷新')).toBeInTheDocument()
  })

  it('wants a pull that is long enough, downwards, and not in a carousel or with a sheet open', async () => {
    await mine()
    const before = asked()
    pull(40)
    pull(-200)
    pull(200, document.body, 200)
    pull(200, screen.getByText('pictures'))
    await userEvent.click(screen.getByRole('button', { name: '退出' }))
    await screen.findByRole('dialog')
    pull(200)
    expect(asked()).toBe(before)
    expect(screen.queryByText('正在刷新')).toBeNull()
  })

  it('is not there where a form is being filled in', async () => {
    logIn()
    show(<H5Layout title="存款">deposit</H5Layout>, '/Deposit')
    await waitFor(() => expect(asked()).toBe(1))
    pull(200)
    expect(screen.queryByText('正在刷新')).toBeNull()
    expect(asked()).toBe(1)
  })
})
