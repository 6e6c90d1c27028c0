import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { venueDetail, venues } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }
const day = 24 * 3600 * 1000
const ky = venues[0] as (typeof venues)[number]

async function rowOf(name: string) {
  return within((await screen.findByText(name, {}, slow)).closest('tr') as HTMLElement)
}

test('H-142 a venue whose money is stopped is shown closed, with the reason and the figures of the books', async () => {
  const stopped = { ...ky, shut: '场馆 ky：余额异常' }
  serve(({ path }) => (path === '/venues' ? { status: 200, body: { items: [stopped] } } : undefined))
  renderAt(<AppRoutes />, '/venues')
  const row = await rowOf('鸿运棋院')
  expect(row.getByText('资金关闭（场馆 ky：余额异常）')).toBeVisible()
  expect(row.queryByText('开放')).toBeNull()
  expect(row.getByText('8,450.50')).toBeVisible()
}, 60_000)

test('a maintenance without times begins at once and ends by hand', async () => {
  const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: ky } : undefined))
  renderAt(<AppRoutes />, '/venues')
  await userEvent.click((await rowOf('鸿运棋院')).getByRole('button', { name: '设为维护' }))
  const form = within(await screen.findByRole('dialog', {}, slow))
  expect(form.getByText(/到时间自动开始、自动结束/)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: '场馆通知维护' }))
  await userEvent.click(form.getByRole('button', { name: '设为维护' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      state: 'maintenance',
      reason: '场馆通知维护',
    }),
  )
}, 60_000)

test('a maintenance that runs keeps its times when only its reason changes', async () => {
  const leg = venues[1] as (typeof venues)[number]
  const now = { ...leg, windowFrom: Date.now() - day, windowTo: Date.now() + day }
  const sent = serve(({ method, path }) => {
    if (path === '/venues') return { status: 200, body: { items: [now] } }
    return method === 'POST' ? { status: 200, body: now } : undefined
  })
  renderAt(<AppRoutes />, '/venues')
  const row = await rowOf('乐弈楼')
  expect(row.getByText(/^预计 .* 恢复$/)).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: '改维护时间' }))
  const form = within(await screen.findByRole('dialog', {}, slow))
  await userEvent.click(form.getByRole('button', { name: '场馆接口异常' }))
  await userEvent.click(form.getByRole('button', { name: '改维护时间' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      state: 'maintenance',
      from: now.windowFrom,
      to: now.windowTo,
      reason: '场馆接口异常',
    }),
  )
}, 60_000)

test('a planned maintenance says when it begins and can be called off', async () => {
  const planned = { ...ky, scheduled: true, windowFrom: Date.now() + day, windowTo: Date.now() + 2 * day }
  const sent = serve(({ method, path }) => {
    if (path === '/venues') return { status: 200, body: { items: [planned] } }
    return method === 'POST' ? { status: 200, body: ky } : undefined
  })
  renderAt(<AppRoutes />, '/venues')
  const row = await rowOf('鸿运棋院')
  expect(row.getByText(/起维护 预计 .* 恢复$/)).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: '取消维护' }))
  const form = within(await screen.findByRole('dialog', {}, slow))
  await userEvent.type(form.getByRole('textbox'), '场馆改期')
  await userEvent.click(form.getByRole('button', { name: '取消维护' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ state: 'open', reason: '场馆改期' }),
  )
}, 60_000)

test('a venue is opened from the list: contract without keys, breaker, calls, feed and failures', async () => {
  serve()
  renderAt(<AppRoutes />, '/venues')
  const row = await rowOf('鸿运棋院')
  expect(row.getByText('240 次，失败 3 次（1.3%）')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: '鸿运棋院' }))
  const page = within(await screen.findByRole('dialog', {}, slow))
  expect(await page.findByText('ky · 密钥已配置', {}, slow)).toBeVisible()
  expect(page.getByText('180 / 2400 毫秒')).toBeVisible()
  expect(page.getByText('HTTP 503')).toBeVisible()
  expect(page.getByText('我方额度不足')).toBeVisible()
  expect(page.getByText('venue refused: maintenance (code 1000)')).toBeVisible()
  expect(page.getByRole('link', { name: '查看采集窗口' })).toHaveAttribute('href', '/feed?venue=ky')
  expect(page.getByRole('link', { name: '查看卡住的转账' })).toHaveAttribute('href', '/transfers?view=stuck&venue=ky')
}, 60_000)

test('the page of a venue without a contract says so, and one that fails to load can be asked for again', async () => {
  let broken = true
  serve(({ path }) => {
    if (path !== '/venues/im') return undefined
    if (broken) return { status: 500, body: { code: 'admin.server', message: '系统繁忙' } }
    const none = { hasAdapter: false, contract: null, traffic: null, feed: null, protocol: null, breaker: null }
    return { status: 200, body: { ...venueDetail, ...none, refusals: [], failures: [], windows: [], stuck: 0 } }
  })
  renderAt(<AppRoutes />, '/venues?open=im')
  const page = within(await screen.findByRole('dialog', {}, slow))
  expect(await page.findByText('系统繁忙', {}, slow)).toBeVisible()
  broken = false
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  expect(await page.findByText(/没有合同：尚未配置密钥/, {}, slow)).toBeVisible()
  expect(page.queryByText('接口状况')).toBeNull()
  expect(page.queryByText('注单采集')).toBeNull()
}, 60_000)
