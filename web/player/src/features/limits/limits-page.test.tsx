import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import LimitsPage from './limits-page'

const server = fakeServer()
const path = '/v1/Select/PlayerLimits'
const now = Date.parse('2026-11-22T16:00:00Z')
const hour = 3_600_000

const limit = (Period: string, more: object = {}) => ({ Period, Amount: 0, Used: 0, Open: 0, Left: 0, ...more })
const none = [limit('day'), limit('week'), limit('month')]
const data = (more: object = {}) => ({
  Data: { Now: now, Deposits: none, Reality: 60, Stops: [], Changes: [], ...more },
})
const page = (more: object = {}) => {
  server.reply({ [path]: data(more) })
  return show(<LimitsPage />, '/Limits')
}
const stop = (more: object) => ({ Term: '6m', Since: now - hour, Until: now + hour, AskedAt: 0, EndsAt: 0, ...more })

beforeEach(logIn)

it('RG-3 says when nothing is set, and offers every decision', async () => {
  page()
  expect(await screen.findByText('没有冷静期或自我排除，可以正常使用。')).toBeVisible()
  expect(screen.getAllByText('未设置')).toHaveLength(3)
  expect(screen.getByText('还没有设置过')).toBeVisible()
  expect(screen.getByLabelText('提醒间隔')).toHaveValue('60')
  expect(screen.queryByRole('link', { name: '去提款' })).toBeNull()
})

it('RG-3 says that it could not be read, and tries again', async () => {
  server.reply({ [path]: [500, {}] })
  show(<LimitsPage />, '/Limits')
  const again = await screen.findByRole('button', { name: /重试|重新/ })
  server.reply({ [path]: data() })
  await userEvent.click(again)
  expect(await screen.findByText('没有冷静期或自我排除，可以正常使用。')).toBeVisible()
})

it('RG-3 shows what is used and open of a limit, and a raise that cannot be confirmed yet', async () => {
  const pending = {
    Period: 'day',
    Amount: 2000,
    Was: 500,
    AskedAt: now - hour,
    ReadyAt: now + 23 * hour,
    LapsesAt: now + 95 * hour,
    AppliedAt: 0,
    CancelledAt: 0,
  }
  page({
    Deposits: [limit('day', { Amount: 500, Used: 120.5, Open: 80, Left: 299.5, Pending: pending }), ...none.slice(1)],
  })
  const row = (await screen.findByText('还可存 ¥299.50')).closest('li') as HTMLElement
  expect(row).toHaveTextContent('已用 ¥120.50，未完成订单 ¥80.00')
  expect(within(row).getByRole('progressbar', { name: '24 小时限额的使用' })).toHaveAttribute('aria-valuenow', '40')
  expect(row).toHaveTextContent('等待修改为 ¥2,000.00')
  expect(within(row).getByRole('button', { name: '确认修改' })).toBeDisabled()
  expect(within(row).getByRole('button', { name: '放弃修改' })).toBeEnabled()
})

it('RG-3 tells what follows before it sends a limit, and sends what was typed', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: '设置 24 小时限额' }))
  const amount = await screen.findByLabelText('限额（元）')
  await user.type(amount, '5.555')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  expect(screen.getByText('请输入正确的限额')).toBeVisible()
  await user.clear(amount)
  await user.type(amount, '500')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  expect(screen.getByText(/任意 24 小时内最多存款 ¥500.00/)).toBeVisible()
  expect(server.callsTo('/v1/Do/DepositLimitAction')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/DepositLimitAction')).toHaveLength(1))
  const form = server.callsTo('/v1/Do/DepositLimitAction')[0]?.form
  expect([form?.get('period'), form?.get('limit')]).toEqual(['day', '500'])
})

it('RG-5 a time-out says its end, and leads to the money', async () => {
  page({ Stop: stop({ Kind: 'timeout', Term: '1d', EndsAt: now + 24 * hour }) })
  expect(await screen.findByText('冷静期进行中，2026-11-24 00:00:00（北京时间）自动结束。')).toBeVisible()
  expect(screen.getByRole('link', { name: '去提款' })).toHaveAttribute('href', '#/Withdrawal')
  expect(screen.queryByRole('button', { name: '申请恢复' })).toBeNull()
})

it('RG-4 self-exclusion asks for the login password and sends nothing without', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: '自我排除' }))
  const dialog = within(await screen.findByRole('dialog', { name: '自我排除' }))
  await user.click(dialog.getByRole('button', { name: '自我排除' }))
  expect(dialog.getByText('请输入登录密码')).toBeVisible()
  expect(server.callsTo('/v1/Do/ExcludeLimitAction')).toHaveLength(0)
  await user.type(dialog.getByLabelText('登录密码'), 'demo2026')
  await user.click(dialog.getByRole('button', { name: '自我排除' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/ExcludeLimitAction')).toHaveLength(1))
  expect(server.callsTo('/v1/Do/ExcludeLimitAction')[0]?.form.get('term')).toBe('6m')
})

it.each([
  ['开始冷静期', '冷静期', '开始冷静期'],
  ['自我排除', '自我排除', '自我排除'],
])('RG-4, RG-5 %s has a way out beside it, and the colour of what cannot be taken back', async (open, title, act) => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: open }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const decide = dialog.getByRole('button', { name: act })
  expect(decide).toHaveClass('btn-danger')
  expect(decide).not.toHaveClass('btn-gold')
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.seen.filter(({ path }) => path.startsWith('/v1/Do/'))).toHaveLength(0)
})

it.each([
  ['before its time is over', { Until: now + hour }, '已自我排除，最早可于', false],
  ['when its time is over', { Until: now - 1 }, '自我排除期限已满，但仍然有效', true],
  ['when its end was asked for', { Until: now - 1, AskedAt: now - 1, EndsAt: now + hour }, '已申请恢复', false],
])('RG-4 an exclusion can be asked about only when its time is over: %s', async (_, more, line, may) => {
  page({ Stop: stop({ Kind: 'exclusion', ...more }) })
  expect(await screen.findByText(new RegExp(line))).toBeVisible()
  expect(screen.queryAllByRole('button', { name: '申请恢复' })).toHaveLength(may ? 1 : 0)
})
