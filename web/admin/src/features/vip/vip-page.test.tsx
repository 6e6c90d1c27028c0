import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { AppRoutes } from '../../routes'
import { approvals, playerVip, vipSettings, vipTables } from '../../testing/canned'
import { permissions } from '../../testing/permissions'
import { renderAt, type Sent, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const waiting = { status: 202, body: { status: 'waiting', approvalId: '40' } }
const waits = ({ method }: Sent) => (method === 'POST' ? waiting : undefined)
const done = ({ method }: Sent) => (method === 'POST' ? { status: 200, body: { status: 'done' } } : undefined)
const dialog = async () => within(await screen.findByRole('dialog', {}, wait))
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')
const without = (taken: string) => permissions.filter((permission) => permission !== taken)
const rowOf = async (name: string | RegExp) =>
  within((await screen.findByText(name, {}, wait)).closest('tr') as HTMLElement)

describe('the runs (VIP-03, VIP-04)', () => {
  test('the page says when each programme runs next, what waits, where players stand, and every run', async () => {
    serve()
    renderAt(<AppRoutes />, '/vip')
    expect(await screen.findByText('计入至 2026-11-22（含）', {}, wait)).toBeVisible()
    expect(screen.getByText(/月度VIP · 下次结算/)).toHaveTextContent('停用')
    expect(screen.getByText(/月度VIP · 下次结算/)).toHaveTextContent('结算中')
    expect(screen.getByRole('link', { name: '3 笔' })).toHaveAttribute('href', '/vip?tab=awards')
    expect(screen.getByText('暂扣金额').parentElement).toHaveTextContent('C$ 1,288.50')
    const card = within(screen.getByText('1,342 人').closest('tr') as HTMLElement)
    expect(card.getAllByText(/^VIP\d+：/).map(({ textContent }) => textContent)).toEqual([
      'VIP1：1,340 人',
      'VIP12：2 人',
    ])
    const run = await rowOf('88,120.00')
    expect(run.getByText('已完成')).toBeVisible()
    expect(run.getByText('20,480')).toBeVisible()
    expect((await rowOf('2026-10-31')).getByText('已跳过（计划停用）')).toBeVisible()
  }, 30_000)

  test('a run opens with what it worked by, its sums and its awards', async () => {
    serve()
    const asked = vi.spyOn(globalThis, 'fetch')
    renderAt(<AppRoutes />, '/vip')
    await userEvent.click((await rowOf('88,120.00')).getByRole('button', { name: '查看' }))
    const drawer = await dialog()
    expect(await drawer.findByText('棋牌电子 第 2 版；体育电竞 第 1 版；真人彩票 第 1 版', {}, wait)).toBeVisible()
    expect(drawer.getByText('5,100.00')).toBeVisible()
    expect(await drawer.findByText('与 demo02 相同：邮箱、设备', {}, wait)).toBeVisible()
    expect(drawer.getByRole('link', { name: '在奖励页查看' })).toHaveAttribute(
      'href',
      '/vip?tab=awards&state=all&run=track%2F20261115',
    )
    const urls = asked.mock.calls.map(([url]) => String(url))
    expect(urls).toContainEqual(expect.stringContaining('/vip/runs/track%2F20261115'))
    expect(urls).toContainEqual(expect.stringMatching(/\/vip\/awards\?run=track%2F20261115/))
  }, 30_000)

  test('a failed load says why and tries again', async () => {
    let broken = true
    serve(({ path }) =>
      broken && path === '/vip' ? { status: 503, body: { code: 'x', message: '服务暂停' } } : undefined,
    )
    renderAt(<AppRoutes />, '/vip')
    expect(await screen.findByText('服务暂停', {}, wait)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('1,342 人', {}, wait)).toBeVisible()
  }, 30_000)

  test('without the right to look the page says so', async () => {
    const sent = serve(undefined, without('vip.view'))
    renderAt(<AppRoutes />, '/vip')
    expect(await screen.findByText('没有权限查看此页面', {}, wait)).toBeVisible()
    expect(sent.some(({ path }) => path.startsWith('/vip'))).toBe(false)
  }, 30_000)
})

describe('withheld awards (VIP-05)', () => {
  const asks = () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    return () => asked.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('/vip/awards'))
  }

  test('the page asks for what waits; all are shown when all are wanted', async () => {
    serve()
    const urls = asks()
    renderAt(<AppRoutes />, '/vip?tab=awards')
    await screen.findByText('demo03', {}, wait)
    expect(urls().at(-1)).toContain('state=withheld')
    expect((await rowOf('demo03')).getByText('核实为同一人的多个账户')).toBeVisible()
    expect((await rowOf('demo03')).queryByRole('button')).toBeNull()
    expect((await rowOf('demo01')).getByRole('link')).toHaveAttribute('href', '/players/demo01?tab=vip')
  }, 30_000)

  test('with all chosen no state is asked for', async () => {
    serve()
    const urls = asks()
    renderAt(<AppRoutes />, '/vip?tab=awards&state=all&run=track%2F20261115')
    await screen.findByText('demo03', {}, wait)
    expect(urls().at(-1)).not.toContain('state=')
    expect(urls().at(-1)).toContain('run=track%2F20261115')
  }, 30_000)

  test("a player's awards are exported for that player alone, with the filters of the list", async () => {
    serve()
    renderAt(<AppRoutes />, '/players/70?tab=vip&state=paid')
    const links = await screen.findAllByRole('link', { name: /CSV|Excel/ }, wait)
    const address = new URL(
      links.map((link) => link.getAttribute('href')).find((href) => href?.includes('vip-awards')) ?? '',
      'http://localhost',
    )
    expect(address.pathname).toMatch(/\/exports\/vip-awards$/)
    expect(Object.fromEntries(address.searchParams)).toEqual({ state: 'paid', player: '70', format: 'csv' })
  }, 30_000)

  test('one is released with a reason, and may wait for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/vip?tab=awards')
    await userEvent.click((await rowOf('demo01')).getByRole('button', { name: '发放' }))
    const form = await dialog()
    expect(form.getByText('demo01：棋牌电子 VIP5 晋级礼金')).toBeVisible()
    expect(form.getByText(/与 demo02 相同/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '发放' }))
    expect(await form.findByText('请填写原因')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await userEvent.click(form.getByRole('button', { name: '核实为不同玩家' }))
    await userEvent.click(form.getByRole('button', { name: '发放' }))
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    expect(posts(sent)).toMatchObject([
      {
        path: `/vip/awards/${encodeURIComponent('vip/track/20261115/card/demo01/bonus:5')}/release`,
        body: { reason: '核实为不同玩家' },
      },
    ])
  }, 30_000)

  test('one is refused with a reason', async () => {
    const sent = serve(done)
    renderAt(<AppRoutes />, '/vip?tab=awards')
    await userEvent.click((await rowOf('demo01')).getByRole('button', { name: '拒绝' }))
    const form = await dialog()
    await userEvent.click(form.getByRole('button', { name: '核实为同一人的多个账户' }))
    await userEvent.click(form.getByRole('button', { name: '拒绝' }))
    expect(await screen.findByText('已拒绝', {}, wait)).toBeInTheDocument()
    expect(posts(sent)[0]?.path).toMatch(/\/refuse$/)
  }, 30_000)

  test('who may only look finds nothing to press', async () => {
    serve(undefined, ['vip.view'])
    renderAt(<AppRoutes />, '/vip?tab=awards')
    await screen.findByText('demo03', {}, wait)
    expect(screen.queryByRole('button', { name: /发放|拒绝/ })).toBeNull()
  }, 30_000)
})

describe('the dry run', () => {
  test('is made only when asked for, of the programme that was chosen', async () => {
    const sent = serve()
    const asked = vi.spyOn(globalThis, 'fetch')
    renderAt(<AppRoutes />, '/vip?tab=dry')
    expect(await screen.findByText(/不写入任何数据/, {}, wait)).toBeVisible()
    expect(sent.some(({ path }) => path === '/vip/dry')).toBe(false)
    await userEvent.click(screen.getByText('月度VIP'))
    await userEvent.click(screen.getByRole('button', { name: '开始试算' }))
    expect(await screen.findByText('411 人', {}, wait)).toBeVisible()
    expect(screen.getByText('9,000.00')).toBeVisible()
    expect((await rowOf('demo05')).getByText('将发放')).toBeVisible()
    expect(screen.getByText('将暂扣', { selector: '.ant-tag' })).toBeVisible()
    expect(asked.mock.calls.map(([url]) => String(url))).toContainEqual(
      expect.stringMatching(/\/vip\/dry\?programme=monthly/),
    )
    await userEvent.click(screen.getByText('每周VIP'))
    expect(screen.queryByText('411 人')).toBeNull()
    expect(posts(sent)).toEqual([])
  }, 30_000)
})

describe('the tables (D-11)', () => {
  test('stand there track by track, with who made them', async () => {
    serve()
    renderAt(<AppRoutes />, '/vip?tab=tables')
    expect(await screen.findByText(/第 2 版 · editor1、finance1/, {}, wait)).toBeVisible()
    expect((await rowOf('VIP50')).getByText('1,500,000.00')).toBeVisible()
    await userEvent.click(screen.getByText('体育电竞'))
    expect(await screen.findByText(/第 1 版 · 随系统提供/)).toBeVisible()
    expect(screen.getByText('待复核')).toBeVisible()
    expect(screen.getByRole('button', { name: '修改' })).toBeDisabled()
    await userEvent.click(screen.getByText('月度VIP'))
    expect(await screen.findByRole('columnheader', { name: '每月收入' })).toBeVisible()
    expect(screen.getAllByText(/^VIP\d+$/)).toHaveLength(30)
  }, 30_000)

  test('a table that does not rise is not sent; a right one goes whole, and waits for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/vip?tab=tables&track=monthly')
    await userEvent.click(await screen.findByRole('button', { name: '修改' }, wait))
    const form = await dialog()
    const type = async (name: string, typed: string) => {
      await userEvent.clear(form.getByLabelText(name))
      await userEvent.paste(typed)
    }
    await type('VIP2 有效投注', '30000')
    await type('VIP3 晋级礼金', '15.99')
    await userEvent.click(form.getByRole('button', { name: '例行调整' }))
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await form.findByText('须高于上一级，最高 100,000,000,000.00')).toBeVisible()
    expect(form.getByText('不低于上一级，最高 10,000,000.00')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await type('VIP2 有效投注', '30000.01')
    await type('VIP3 晋级礼金', '16')
    // 15 + 16 + 16
    expect(form.getByText('47.00')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    const body = posts(sent)[0]?.body as { base: number; levels: object[]; reason: string }
    expect(body.base).toBe(vipTables.find(({ track }) => track === 'monthly')?.version)
    expect(posts(sent)[0]?.path).toBe('/vip/tables/monthly')
    expect(body.levels).toHaveLength(30)
    expect(body.levels.slice(0, 3)).toEqual([
      { validBet: '30000.00', bonus: '15.00', income: '1.00' },
      { validBet: '30000.01', bonus: '16.00', income: '2.00' },
      { validBet: '90000.00', bonus: '16', income: '3.00' },
    ])
    expect(body.reason).toBe('例行调整')
  }, 60_000)
})

describe('the settings (D-11)', () => {
  test('say what is on, when it runs and who counts as one person', async () => {
    serve()
    renderAt(<AppRoutes />, '/vip?tab=settings')
    expect(await screen.findByText('星期一 23:00（GMT+8）', {}, wait)).toBeVisible()
    expect(screen.getByText('每月 1 日 22:00（GMT+8）')).toBeVisible()
    expect(screen.getByText('邮箱、设备')).toBeVisible()
    expect(screen.getByText('80,000.00')).toBeVisible()
    expect(screen.getAllByText('停用')).toHaveLength(1)
  }, 30_000)

  test('a change names every track, and waits for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/vip?tab=settings')
    await userEvent.click(await screen.findByRole('button', { name: '修改' }, wait))
    const form = await dialog()
    const type = async (name: string | RegExp, typed: string) => {
      await userEvent.clear(form.getByLabelText(name))
      await userEvent.type(form.getByLabelText(name), typed)
    }
    await type('棋牌电子每周固定收入上限', '10000000.01')
    await type('每周结算时间（GMT+8）', '24:00')
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await form.findByText('须在 0 至 10,000,000.00 之间，最多两位小数')).toBeVisible()
    expect(form.getByText('请填写 00:00 至 23:59')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await type('棋牌电子每周固定收入上限', '0')
    await type('每周结算时间（GMT+8）', '22:30')
    await userEvent.click(form.getByRole('switch', { name: '启用月度VIP' }))
    await userEvent.click(form.getByRole('checkbox', { name: '注册 IP' }))
    await userEvent.click(form.getByRole('button', { name: '例行调整' }))
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    expect(posts(sent)[0]?.body).toEqual({
      base: vipSettings.version,
      start: '2019-06-01',
      weekday: 1,
      weeklyTime: '22:30',
      monthTime: '22:00',
      marks: ['email', 'device', 'ip'],
      tracks: [
        { track: 'card', enabled: true, weeklyCap: '0' },
        { track: 'sport', enabled: true, weeklyCap: '250000.00' },
        { track: 'live', enabled: false, weeklyCap: '80000.00' },
        { track: 'monthly', enabled: false },
      ],
      reason: '例行调整',
    })
  }, 60_000)

  test('what waits for another person is not changed once more', async () => {
    serve(({ path }) =>
      path === '/vip/settings' ? { status: 200, body: { ...vipSettings, approvalId: '9', marks: [] } } : undefined,
    )
    renderAt(<AppRoutes />, '/vip?tab=settings')
    expect(await screen.findByText('待复核', {}, wait)).toBeVisible()
    expect(screen.getByText('不按关联账户暂扣')).toBeVisible()
    expect(screen.getByRole('button', { name: '修改' })).toBeDisabled()
  }, 30_000)
})

describe('the levels of one player', () => {
  test('are shown with why they are what they are, what they brought, and who may be the same person', async () => {
    serve()
    renderAt(<AppRoutes />, '/players/70?tab=vip')
    const card = within((await screen.findByText('812,000.00', {}, wait)).closest('tr') as HTMLElement)
    expect(card.getByText('VIP4')).toBeVisible()
    expect(card.getByText('VIP5')).toBeVisible()
    await userEvent.click(card.getByRole('button'))
    expect(await screen.findByText(/鸿运棋院/)).toHaveTextContent('700,000.00')
    const month = within(screen.getByText('1,600,000,000.00').closest('tr') as HTMLElement)
    expect(month.getByText('最高等级')).toBeVisible()
    expect(month.getByText('停用')).toBeVisible()
    const link = within((await screen.findByRole('link', { name: 'Demo02' }, wait)).closest('tr') as HTMLElement)
    expect(link.getByText('邮箱')).toBeVisible()
    expect(link.getByText('设备')).toBeVisible()
    expect(await screen.findByText('与 demo02 相同：邮箱、设备', {}, wait)).toBeVisible()
  }, 30_000)

  test('their income is stopped with a reason', async () => {
    const sent = serve(done)
    renderAt(<AppRoutes />, '/players/70?tab=vip')
    await userEvent.click(await screen.findByRole('button', { name: '冻结 VIP 收入' }, wait))
    const form = await dialog()
    expect(form.getByText(/全部暂扣/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '多账户嫌疑' }))
    await userEvent.click(form.getByRole('button', { name: '冻结 VIP 收入' }))
    await waitFor(() =>
      expect(posts(sent)).toMatchObject([{ path: '/players/70/vip/freeze', body: { reason: '多账户嫌疑' } }]),
    )
  }, 30_000)

  test('a stop says who made it and why, and is lifted', async () => {
    const sent = serve((request) =>
      request.path === '/players/70/vip'
        ? {
            status: 200,
            body: {
              ...playerVip,
              hold: { reason: '对打嫌疑', by: 'risk1', at: Date.parse('2026-11-20T10:00:00+08:00') },
            },
          }
        : done(request),
    )
    renderAt(<AppRoutes />, '/players/70?tab=vip')
    expect(await screen.findByText('risk1 · 2026-11-20 10:00:00 · 原因：对打嫌疑', {}, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: '冻结 VIP 收入' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '解除冻结' }))
    const form = await dialog()
    await userEvent.type(form.getByLabelText('原因'), '证明文件已核对')
    await userEvent.click(form.getByRole('button', { name: '解除冻结' }))
    await waitFor(() => expect(posts(sent)[0]?.path).toBe('/players/70/vip/lift'))
  }, 30_000)

  test('without the right to look there is no tab', async () => {
    serve(undefined, without('vip.view'))
    renderAt(<AppRoutes />, '/players/70?tab=vip')
    expect(await screen.findByRole('tab', { name: '优惠基金' }, wait)).toBeVisible()
    expect(screen.queryByRole('tab', { name: 'VIP' })).toBeNull()
  }, 30_000)
})

test('every kind of request is told in Chinese, and leads to what it is about', async () => {
  const request = (id: string, kind: string, type: string, subject: string, label: string) => ({
    ...approvals[0],
    id,
    kind,
    title: `请求${id}`,
    amount: kind === 'vip.release' ? '888.00' : null,
    subject: { type, id: subject, label },
    details: [],
  })
  const items = [
    request('1', 'vip.table', 'vip.table', 'card', '棋牌电子'),
    request('2', 'vip.setting', 'vip.setting', 'all', 'VIP设置'),
    request('3', 'vip.release', 'vip.award', 'x', 'demo01'),
    request('4', 'gate.open', 'gate', 'deposit', '存款'),
    request('5', 'finding.settle', 'finding', '7', '差异'),
    request('6', 'finding.rebuild', 'finding', '8', '补录'),
  ]
  serve(({ path }) => (path === '/approvals' ? { status: 200, body: { items, total: items.length } } : undefined))
  renderAt(<AppRoutes />, '/approvals')
  for (const [id, kind, href] of [
    ['1', 'VIP 等级表变更', '/vip?tab=tables'],
    ['2', 'VIP 设置变更', '/vip?tab=settings'],
    ['3', '发放暂扣的 VIP 奖励', '/players/demo01?tab=vip'],
    ['4', '恢复资金操作', '/gate'],
    ['5', '对账差异处理', '/reconcile'],
    ['6', '对账差异补录', '/reconcile'],
  ] as const) {
    const row = await rowOf(`请求${id}`)
    expect(row.getByText(kind)).toBeVisible()
    expect(row.getByRole('link')).toHaveAttribute('href', href)
  }
  await userEvent.click((await rowOf('请求3')).getByRole('button', { name: '通过' }))
  expect((await dialog()).getByText('请求3（C$888.00）')).toBeVisible()
}, 30_000)
