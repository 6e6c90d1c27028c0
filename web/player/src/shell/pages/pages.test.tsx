import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOrder } from '../../open-order'
import { fakeServer, logIn, show } from '../../test/server'
import { askBackMs, askEveryMs, MaintenanceGate } from '../maintenance-gate'
import MaintainPage, { lookEveryMs } from './maintain-page'
import NotFoundPage from './not-found-page'

const server = fakeServer()
const path = '/v1/PubInterface/PlatformMaintenanceMessage'
const times = { Status: true, StartTime: '2026-11-21 02:00:00', EndTime: '2026-11-21 06:00:00' }

const site = (
  <>
    <MaintenanceGate />
    <Link to="/Fish">fish</Link>
    <Link to="/Egame">slots</Link>
    <Routes>
      <Route path="/maintain" element={<MaintainPage />} />
      <Route path="*" element={null} />
    </Routes>
  </>
)

const reload = () => userEvent.click(screen.getByRole('button', { name: '重新加载' }))

/** The player comes back to the tab. */
const comeBack = () => act(() => document.dispatchEvent(new Event('visibilitychange')))

const over = { Status: false, StartTime: '', EndTime: '' }

afterEach(() => {
  boot.maintenance = { status: false }
  vi.useRealTimers()
})

describe('MNT-01 the site under maintenance', () => {
  it('asks for channel WEB at the start, keeps the answer for the tab, and shows from when until when', async () => {
    server.reply({ [path]: { Data: times } })
    show(site, '/Activity')
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    expect(await screen.findByText(times.StartTime)).toBeVisible()
    expect(screen.getByText(times.EndTime)).toBeVisible()
    expect(JSON.parse(sessionStorage.getItem('maintenance') ?? '{}')).toEqual({
      status: true,
      startTime: times.StartTime,
      endTime: times.EndTime,
    })
    expect(server.callsTo(path)).toHaveLength(1)
  })

  it('goes there without asking when the page came with the word of it', async () => {
    boot.maintenance = { status: true, startTime: times.StartTime, endTime: '' }
    show(site, '/')
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    expect(await screen.findByText(times.StartTime)).toBeVisible()
    expect(screen.getByText('结束时间以公告为准')).toBeVisible()
    expect(server.callsTo(path)).toHaveLength(0)
  })

  it('stays where it is when there is none, or no answer', async () => {
    server.reply({ [path]: [503, {}] })
    show(site, '/Activity')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(window.location.hash).toBe('#/Activity')
  })
})

describe('MNT-01 an open page learns of it', () => {
  const transfer = { playerName: 'demo01', platformId: '26', transactionType: 1 as const, amount: '100' }
  const sentence = '站点维护中，暂时不能进行此操作。预计恢复：2026-11-21 06:00:00（GMT+8）'
  const refusal: [number, object] = [
    503,
    { IsSuc: false, Code: 'http.maintenance', Message: sentence, ErrorMessage: sentence, ResultMessage: sentence },
  ]
  const move = () => act(() => api.call('POST /v1/Do/CallPlatformTranscationAction', transfer).catch(messageOf))

  it('when a call is refused for it: the form hears the sentence, and so does the player on the page it leads to', async () => {
    logIn()
    server.reply({ [path]: { Data: over }, '/v1/Do/CallPlatformTranscationAction': refusal })
    show(site, '/Transfer')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    expect(await move()).toBe(sentence)
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    expect(screen.getByRole('status')).toHaveTextContent(sentence)
    expect(server.callsTo('/v1/Do/CallPlatformTranscationAction')).toHaveLength(1)
  })

  it('stays through other refusals', async () => {
    logIn()
    server.reply({
      [path]: { Data: over },
      '/v1/Do/CallPlatformTranscationAction': [503, { IsSuc: false, Code: 'gate.closed' }],
    })
    show(site, '/Transfer')
    await move()
    expect(window.location.hash).toBe('#/Transfer')
  })

  it('asks on the way to another page, at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.reply({ [path]: { Data: over } })
    show(site, '/Activity')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    server.reply({ [path]: { Data: times } })
    vi.setSystemTime(Date.now() + askEveryMs - 1000)
    await userEvent.click(screen.getByRole('link', { name: 'fish' }))
    expect(server.callsTo(path)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1000)
    await userEvent.click(screen.getByRole('link', { name: 'slots' }))
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    expect(server.callsTo(path)).toHaveLength(2)
  })

  it('asks when the tab is looked at again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.reply({ [path]: { Data: over } })
    show(site, '/Activity')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    server.reply({ [path]: { Data: times } })
    await comeBack()
    expect(server.callsTo(path)).toHaveLength(1)
    vi.setSystemTime(Date.now() + askBackMs)
    await comeBack()
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
  })

  it('a deposit that waits for its payment stays in sight; the next page does not', async () => {
    openOrder.set('D1')
    server.reply({ [path]: { Data: times } })
    show(site, '/Deposit')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(window.location.hash).toBe('#/Deposit')
    await userEvent.click(screen.getByRole('link', { name: 'fish' }))
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
  })

  it('what an earlier page of this tab was told does not close this one', async () => {
    sessionStorage.setItem('maintenance', JSON.stringify({ status: true, startTime: '', endTime: '' }))
    server.reply({ [path]: { Data: over } })
    show(site, '/Activity')
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    expect(window.location.hash).toBe('#/Activity')
  })
})

describe('MNT-02 the maintenance page', () => {
  it('goes home by itself when it is over, and stays there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    boot.maintenance = { status: true, startTime: times.StartTime, endTime: times.EndTime }
    server.reply({ [path]: { Data: times } })
    show(site, '/')
    await vi.waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    await vi.waitFor(() => expect(screen.getByRole('heading')).toBeVisible())
    act(() => void vi.advanceTimersByTime(lookEveryMs))
    await vi.waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    server.reply({ [path]: { Data: over } })
    act(() => void vi.advanceTimersByTime(lookEveryMs))
    await vi.waitFor(() => expect(window.location.hash).toBe('#/'))
    act(() => void vi.advanceTimersByTime(lookEveryMs))
    expect(server.callsTo(path)).toHaveLength(2)
    expect(window.location.hash).toBe('#/')
  })

  it('asks at once when the tab is looked at again', async () => {
    boot.maintenance = { status: true, startTime: times.StartTime, endTime: times.EndTime }
    server.reply({ [path]: { Data: over } })
    show(site, '/')
    await waitFor(() => expect(window.location.hash).toBe('#/maintain'))
    await screen.findByRole('heading')
    await comeBack()
    await waitFor(() => expect(window.location.hash).toBe('#/'))
  })

  it('somebody who comes without need is led home', async () => {
    server.reply({ [path]: { Data: over } })
    show(site, '/maintain')
    await waitFor(() => expect(window.location.hash).toBe('#/'))
  })

  it('has the message, the hint, and goes home when it is over', async () => {
    server.reply({ [path]: { Data: { Status: false, StartTime: '', EndTime: '' } } })
    show(<MaintainPage />, '/maintain')
    expect(screen.getByRole('heading', { name: '系统升级维护中，请稍后再试' })).toBeVisible()
    expect(screen.getByText('您可以先试试其他游戏')).toBeVisible()
    await reload()
    await waitFor(() => expect(window.location.hash).toBe('#/'))
  })

  it('shows the times that it is told when it is not over', async () => {
    server.reply({ [path]: { Data: times } })
    show(<MaintainPage />, '/maintain')
    expect(screen.queryByText(times.EndTime)).toBeNull()
    await reload()
    expect(await screen.findByText(times.EndTime)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('仍在维护中')
    expect(window.location.hash).toBe('#/maintain')
  })

  it('stays and says so when the house answers 503 or not at all', async () => {
    boot.maintenance = { status: true, startTime: times.StartTime, endTime: times.EndTime }
    server.reply({ [path]: [503, { IsSuc: false, Message: '服务暂时不可用，请稍后再试' }] })
    show(<MaintainPage />, '/maintain')
    await reload()
    expect(await screen.findByText('服务暂时没有回应，请稍后再试')).toBeVisible()
    expect(screen.getByText(times.EndTime)).toBeVisible()
    expect(screen.getByRole('button', { name: '重新加载' })).toBeEnabled()
    expect(window.location.hash).toBe('#/maintain')
  })
})

it('NAV-02 an address without a page says so and leads home or to customer service', async () => {
  server.reply({ '/v1/PubInterface/OnlineCustomSupportLink': { ResultMessage: 'https://support.example/chat' } })
  const opened = { opener: {} as unknown, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  show(<NotFoundPage />, '/no-such-page')
  expect(screen.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '#/')
  await userEvent.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(opened.location.href).toBe('https://support.example/chat'))
  expect(opened.opener).toBeNull()
})
