import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { AppRoutes } from '../../routes'
import { approvals, fund } from '../../testing/canned'
import { permissions } from '../../testing/permissions'
import { renderAt, type Sent, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const waiting = { status: 202, body: { status: 'waiting', approvalId: '40' } }
const waits = ({ method }: Sent) => (method === 'POST' ? waiting : undefined)
const dialog = async () => within(await screen.findByRole('dialog', {}, wait))
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')
const without = (taken: string) => permissions.filter((permission) => permission !== taken)

describe('the page of the bonus fund (D-08)', () => {
  test('shows the figures, the tasks with what comes tomorrow, and the records', async () => {
    serve()
    renderAt(<AppRoutes />, '/fund')
    const row = async (name: string) =>
      within((await screen.findByRole('button', { name: `修改 ${name}` }, wait)).closest('tr') as HTMLElement)
    const changed = await row('每日存款')
    expect(changed.getByText('2026-11-22 起')).toBeVisible()
    expect(changed.getByText('须达到改为 ¥1,000.00')).toBeVisible()
    expect(changed.getByText('解锁改为 C$ 18.00')).toBeVisible()
    // What another person has to decide first is not changed once more.
    const asked = await row('每日流水')
    expect(asked.getByText('待复核')).toBeVisible()
    expect(asked.getByRole('button', { name: /^修改/ })).toBeDisabled()
    expect((await row('大额存款')).getByText('停用')).toBeVisible()
    expect(screen.getByText('玩家持有 C$').parentElement).toHaveTextContent('C$ 12,880.50')
    expect(screen.getByText('曾获 C$ 人数').parentElement).toHaveTextContent('63 人')
    expect(screen.getByText(/须完成 1 倍流水/)).toBeVisible()
    const expired = within((await screen.findByText(/已过期：每日流水/, {}, wait)).closest('tr') as HTMLElement)
    expect(expired.getByText('-5.00')).toBeVisible()
    expect(expired.getByText('系统')).toBeVisible()
    expect(expired.getByRole('link', { name: 'demo01' })).toHaveAttribute('href', '/players/demo01')
  }, 30_000)

  test('a task that cannot be right is not sent, and a right one waits for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/fund')
    await userEvent.click(await screen.findByRole('button', { name: '添加任务' }, wait))
    const form = await dialog()
    expect(form.getByText(/另一位复核人通过.*下一个营业日（GMT\+8）00:00 起生效/)).toBeVisible()
    const send = () => userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await send()
    expect(await form.findByText('任务名称为 2 到 20 个字')).toBeVisible()
    expect(form.getByText('请填写原因')).toBeVisible()
    await userEvent.type(form.getByLabelText('任务名称'), ' 今日存款 ')
    await userEvent.type(form.getByLabelText('当日存款达到'), '100')
    await userEvent.type(form.getByLabelText('解锁 C$'), '100.01')
    await userEvent.click(form.getByRole('button', { name: '活动安排' }))
    await send()
    expect(await form.findByText('存款任务的解锁金额不能超过须达到的存款')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await userEvent.clear(form.getByLabelText('解锁 C$'))
    await userEvent.type(form.getByLabelText('解锁 C$'), '8.5')
    await send()
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    expect(posts(sent)).toMatchObject([
      {
        path: '/fund/tasks',
        body: { name: '今日存款', kind: 'deposit', threshold: '100', amount: '8.5', active: true, reason: '活动安排' },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }, 30_000)

  test('a change starts from what is coming and leaves the kind alone', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/fund')
    await userEvent.click(await screen.findByRole('button', { name: '修改 每日存款' }, wait))
    const form = await dialog()
    expect(form.getByText(/已有定于 2026-11-22 起的变更/)).toBeVisible()
    expect(form.getByText('类型：存款，不能更改')).toBeVisible()
    expect(form.queryByRole('combobox')).toBeNull()
    expect(form.getByLabelText('当日存款达到')).toHaveValue('1000.00')
    await userEvent.click(form.getByRole('switch', { name: '启用任务' }))
    await userEvent.type(form.getByLabelText('原因'), '活动结束')
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]?.path).toBe('/fund/tasks/1')
    expect(posts(sent)[0]?.body).toEqual({
      base: 3,
      name: '每日存款',
      threshold: '1000.00',
      amount: '18.00',
      active: false,
      reason: '活动结束',
    })
  }, 30_000)

  test('who was overtaken keeps what was typed, reads who published what, and sends against it', async () => {
    let published = false
    const sent = serve(({ method, path }) => {
      if (method === 'POST') {
        if (published) return waiting
        published = true
        return { status: 409, body: { code: 'setting.base', message: '您打开之后，林晓（周敏复核）已把它改为第4版。' } }
      }
      if (path !== '/fund') return undefined
      const [first, ...rest] = fund.tasks
      const task = { ...first, version: published ? 4 : 3, ...(published && { threshold: '700.00', next: null }) }
      return { status: 200, body: { ...fund, tasks: [task, ...rest] } }
    })
    renderAt(<AppRoutes />, '/fund')
    await userEvent.click(await screen.findByRole('button', { name: '修改 每日存款' }, wait))
    const form = await dialog()
    await userEvent.clear(form.getByLabelText('解锁 C$'))
    await userEvent.type(form.getByLabelText('解锁 C$'), '12')
    await userEvent.type(form.getByLabelText('原因'), '成本控制')
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await form.findByText(/已有人发布了新版本。您填写的内容仍在/, {}, wait)).toBeVisible()
    expect(await form.findByText('10.00元 → 100.50元', {}, wait)).toBeVisible()
    expect(form.getByLabelText('解锁 C$')).toHaveValue('12')
    expect(form.getByLabelText('当日存款达到')).toHaveValue('1000.00')
    await userEvent.click(form.getByRole('button', { name: '我已核对，按新版本提交' }))
    expect(form.queryByText(/已有人发布了新版本/)).toBeNull()
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await waitFor(() =>
      expect(posts(sent).map(({ body }) => body)).toMatchObject([
        { base: 3, amount: '12' },
        { base: 4, amount: '12' },
      ]),
    )
  }, 60_000)

  test('the history of a task says what each version changed and who did it', async () => {
    serve()
    renderAt(<AppRoutes />, '/fund')
    await userEvent.click(await screen.findByRole('button', { name: '每日存款 的历史' }, wait))
    const past = await dialog()
    expect(await past.findByText('10.00元 → 100.50元', {}, wait)).toBeVisible()
    expect(past.getByText(/林晓/)).toHaveTextContent('周敏')
  }, 60_000)

  test('what the server refuses stands at its input', async () => {
    serve(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { code: 'x', message: '内容有误', fields: { name: '已有同名任务' } } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/fund')
    await userEvent.click(await screen.findByRole('button', { name: '修改 大额存款' }, wait))
    const form = await dialog()
    await userEvent.click(form.getByRole('button', { name: '例行调整' }))
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await form.findByText('已有同名任务', {}, wait)).toBeVisible()
  }, 30_000)

  test('who may only look finds nothing to press', async () => {
    serve(undefined, ['fund.view'])
    renderAt(<AppRoutes />, '/fund')
    expect(await screen.findByText('大额存款', {}, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: /添加任务|修改/ })).toBeNull()
  }, 30_000)

  test('without the right to look the page says so', async () => {
    const sent = serve(undefined, without('fund.view'))
    renderAt(<AppRoutes />, '/fund')
    expect(await screen.findByText('没有权限查看此页面', {}, wait)).toBeVisible()
    expect(sent.some(({ path }) => path.startsWith('/fund'))).toBe(false)
  }, 30_000)

  test('a failed load says why and tries again', async () => {
    let broken = true
    serve(({ path }) =>
      broken && path === '/fund' ? { status: 503, body: { code: 'x', message: '服务暂停' } } : undefined,
    )
    renderAt(<AppRoutes />, '/fund')
    expect(await screen.findByText('服务暂停', {}, wait)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('大额存款', {}, wait)).toBeVisible()
  }, 30_000)

  test('a house without tasks and records says so', async () => {
    serve(({ path }) =>
      path === '/fund'
        ? { status: 200, body: { ...fund, tasks: [] } }
        : path === '/fund/records'
          ? { status: 200, body: { items: [], total: 0 } }
          : undefined,
    )
    renderAt(<AppRoutes />, '/fund')
    expect(await screen.findByText('还没有任务', {}, wait)).toBeVisible()
    expect(await screen.findByText('还没有记录', {}, wait)).toBeVisible()
  }, 30_000)
})

describe('the fund of one player', () => {
  test('shows what there is, the progress of today and the records of this player alone', async () => {
    serve()
    const asked = vi.spyOn(globalThis, 'fetch')
    renderAt(<AppRoutes />, '/players/70?tab=fund')
    const task = within(
      (await screen.findByRole('cell', { name: '780.00 / 2,000.00' }, wait)).closest('tr') as HTMLElement,
    )
    expect(task.getByText('未完成')).toBeVisible()
    expect(screen.getByRole('cell', { name: 'C$ 87.00' })).toBeVisible()
    expect(await screen.findByText(/已过期：每日流水/, {}, wait)).toBeVisible()
    await waitFor(() =>
      expect(asked.mock.calls.map(([url]) => url)).toContainEqual(
        expect.stringMatching(/\/fund\/records\?.*player=70/),
      ),
    )
  }, 30_000)

  test('a grant needs an amount, a remark the player can read and a reason, and waits for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/players/70?tab=fund')
    await userEvent.click(await screen.findByRole('button', { name: '发放 C$' }, wait))
    const form = await dialog()
    expect(form.getByText(/须由另一位复核人通过/)).toBeVisible()
    const send = () => userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await userEvent.type(form.getByLabelText('发放金额'), '100000.01')
    await userEvent.type(form.getByLabelText('备注（玩家可见）'), ' 礼 ')
    await send()
    expect(await form.findByText('不能超过 100,000.00')).toBeVisible()
    expect(form.getByText('备注为 2 到 40 个字')).toBeVisible()
    expect(form.getByText('请填写原因')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await userEvent.clear(form.getByLabelText('发放金额'))
    await userEvent.type(form.getByLabelText('发放金额'), '88')
    await userEvent.click(form.getByRole('button', { name: '生日礼金' }))
    await userEvent.click(form.getByRole('button', { name: '主管已同意' }))
    await send()
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    expect(posts(sent)).toMatchObject([
      { path: '/players/70/fund', body: { amount: '88', remark: '生日礼金', reason: '主管已同意' } },
    ])
  }, 30_000)

  test('without the rights there is neither a grant nor a record', async () => {
    const sent = serve(undefined, ['player.view'])
    renderAt(<AppRoutes />, '/players/70?tab=fund')
    expect(await screen.findByText('未完成', {}, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: '发放 C$' })).toBeNull()
    expect(screen.queryByText('收支记录')).toBeNull()
    expect(sent.some(({ path }) => path === '/fund/records')).toBe(false)
  }, 30_000)

  test('a filter keeps the tab', async () => {
    serve()
    renderAt(<AppRoutes />, '/players/70?tab=fund&type=unlock')
    expect(await screen.findByText(/已过期：每日流水/, {}, wait)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(screen.getByRole('tab', { name: '优惠基金' })).toHaveAttribute('aria-selected', 'true'))
    expect(await screen.findByText(/已过期：每日流水/, {}, wait)).toBeVisible()
  }, 30_000)
})

test('what waits is told where it is decided, and leads to what it is about', async () => {
  const request = (more: object) => ({ ...approvals[0], amount: null, ...more })
  const items = [
    request({
      id: '41',
      kind: 'fund.grant',
      title: '发放奖金 C$ 88.00',
      subject: { type: 'fund', id: 'demo01', label: 'demo01' },
      details: [{ label: '玩家看到的备注', value: '生日礼金' }],
    }),
    request({
      id: '42',
      kind: 'fund.task',
      title: '修改基金任务：每日存款',
      subject: { type: 'fund.task', id: '1', label: '每日存款' },
      details: [{ label: '解锁金额', value: 'C$ 8.00 → C$ 18.00' }],
    }),
  ]
  serve(({ path }) => (path === '/approvals' ? { status: 200, body: { items, total: 2 } } : undefined))
  renderAt(<AppRoutes />, '/approvals')
  const row = async (title: string) => within((await screen.findByText(title, {}, wait)).closest('tr') as HTMLElement)
  const task = await row('修改基金任务：每日存款')
  expect(task.getByText('基金任务变更')).toBeVisible()
  expect(task.getByRole('link', { name: '每日存款' })).toHaveAttribute('href', '/fund')
  const grant = await row('发放奖金 C$ 88.00')
  expect(grant.getByText('发放 C$')).toBeVisible()
  expect(grant.getByRole('link', { name: 'demo01' })).toHaveAttribute('href', '/players/demo01?tab=fund')
  await userEvent.click(grant.getByRole('button', { name: '通过' }))
  expect((await dialog()).getByText('生日礼金')).toBeVisible()
}, 30_000)
