import { boot } from '@shared/boot'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { MaintenanceGate } from '../maintenance-gate'
import MaintainPage from './maintain-page'
import NotFoundPage from './not-found-page'
import ProgrammePage from './programme-page'

const server = fakeServer()
const path = '/v1/PubInterface/PlatformMaintenanceMessage'
const times = { Status: true, StartTime: '2026-11-21 02:00:00', EndTime: '2026-11-21 06:00:00' }

const site = (
  <>
    <MaintenanceGate />
    <Routes>
      <Route path="/maintain" element={<MaintainPage />} />
      <Route path="*" element={null} />
    </Routes>
  </>
)

const reload = () => userEvent.click(screen.getByRole('button', { name: '重新加载' }))

afterEach(() => {
  boot.maintenance = { status: false }
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

describe('MNT-02 the maintenance page', () => {
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

it.each([
  ['vip', 'VIP 升级'],
  ['fund', '优惠基金'],
] as const)('NAV-02 the page of %s says that it opens later, and promises no figure', (programme, title) => {
  show(<ProgrammePage programme={programme} />)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getByText('即将开放')).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(document.body.textContent.replaceAll(/[123](?=三|自|发|先|完|当)/g, '')).not.toMatch(/\d/)
})
