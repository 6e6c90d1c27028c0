import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { permissions } from '../../testing/permissions'
import { renderAt, type Sent, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const waiting = { status: 202, body: { status: 'waiting', approvalId: '40' } }
const waits = ({ method }: Sent) => (method === 'POST' ? waiting : undefined)
const dialog = async () => within(await screen.findByRole('dialog', {}, wait))
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')
const without = (taken: string) => permissions.filter((permission) => permission !== taken)

describe('the page of USDT', () => {
  test('shows the rates, the addresses in full and what came, each with where it went', async () => {
    serve()
    renderAt(<AppRoutes />, '/coins')
    const rate = within((await screen.findByText('¥7.15', {}, wait)).closest('tr') as HTMLElement)
    expect(rate.getByText('TRC20')).toBeVisible()
    expect(rate.getByText('10.00 – 50,000.00')).toBeVisible()
    // What another person has to decide first is not changed once more.
    const asked = within(screen.getByText('¥7.1525').closest('tr') as HTMLElement)
    expect(asked.getByText('待复核')).toBeVisible()
    expect(asked.getByText('关闭')).toBeVisible()
    expect(asked.getByRole('button', { name: /^修改/ })).toBeDisabled()

    const payee = within((await screen.findByText('收款钱包 01', {}, wait)).closest('tr') as HTMLElement)
    expect(payee.getByText('T9yZXXENpbqxic72funvcNeQuM4bnKkDAS')).toBeVisible()
    expect(payee.getByText('12,880.57')).toBeVisible()
    const altered = within(screen.getByText('旧钱包').closest('tr') as HTMLElement)
    expect(altered.getByText('数据被改动，已停止向玩家展示')).toBeVisible()

    const credited = within((await screen.findByText('139.87', {}, wait)).closest('tr') as HTMLElement)
    expect(credited.getByRole('link')).toHaveAttribute('href', '/deposits?open=D20261121135800018')
    const stray = within(screen.getByText('100.000001').closest('tr') as HTMLElement)
    expect(stray.getByRole('link')).toHaveAttribute('href', '/cases?open=money%3AS20261121132800044')
    const seen = within(screen.getByText('69.94').closest('tr') as HTMLElement)
    expect(seen.getByText('7 次确认')).toBeVisible()
  }, 30_000)

  test('a rate that cannot be right is not sent; a right one says by how much it moves and waits', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/coins')
    await userEvent.click(await screen.findByRole('button', { name: '修改 TRC20 存款汇率' }, wait))
    const form = await dialog()
    const rate = form.getByLabelText('1 USDT 合人民币')
    await userEvent.clear(rate)
    await userEvent.type(rate, '71.5')
    expect(await form.findByText('现为 ¥7.15，变动 +900.00%')).toBeVisible()
    await userEvent.clear(rate)
    await userEvent.type(rate, '7.12345')
    const least = form.getByLabelText('单笔最少')
    await userEvent.clear(least)
    await userEvent.type(least, '60000')
    await userEvent.click(form.getByRole('button', { name: '例行调整' }))
    const send = () => userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await send()
    expect(await form.findByText('汇率须大于 0，最多四位小数')).toBeVisible()
    expect(form.getByText('最少不能高于最多')).toBeVisible()
    expect(posts(sent)).toEqual([])
    await userEvent.clear(rate)
    await userEvent.type(rate, '7.2')
    await userEvent.clear(least)
    await userEvent.type(least, '20')
    await send()
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/coins/rates',
      body: {
        base: 4,
        network: 'trc20',
        direction: 'deposit',
        rate: '7.2',
        least: '20',
        most: '50000.00',
        open: true,
        reason: '例行调整',
      },
    })
  }, 30_000)

  test('an address of another network is not sent; a right one waits for a second person', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/coins')
    await userEvent.click(await screen.findByRole('button', { name: '添加收款地址' }, wait))
    const form = await dialog()
    await userEvent.click(form.getByRole('combobox'))
    await userEvent.click(await screen.findByTitle('ERC20'))
    await userEvent.type(form.getByLabelText('地址'), 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS')
    await userEvent.type(form.getByLabelText('备注名'), '收款钱包 02')
    await userEvent.click(form.getByRole('button', { name: '钱包轮换' }))
    const send = () => userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await send()
    expect(await form.findByText('地址格式与所选网络不符')).toBeVisible()
    await userEvent.clear(form.getByLabelText('地址'))
    await userEvent.type(form.getByLabelText('地址'), '0x00112233445566778899aabbccddeeff00112233')
    await send()
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/coins/payees',
      body: { network: 'erc20', address: '0x00112233445566778899aabbccddeeff00112233', label: '收款钱包 02' },
    })
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
  }, 30_000)

  test('one person takes an address out of use at once, with a reason', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: { status: 'done' } } : undefined))
    renderAt(<AppRoutes />, '/coins')
    await userEvent.click(await screen.findByRole('button', { name: '停用 收款钱包 01' }, wait))
    const form = await dialog()
    expect(form.getByText('T9yZXXENpbqxic72funvcNeQuM4bnKkDAS')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '停用' }))
    expect(await form.findByText('请填写原因')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '疑似泄露，立即停用' }))
    await userEvent.click(form.getByRole('button', { name: '停用' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({ path: '/coins/payees/4001/disable', body: { reason: '疑似泄露，立即停用' } })
  }, 30_000)

  test('a payout wallet is registered by two people; a key is none', async () => {
    const sent = serve(waits)
    renderAt(<AppRoutes />, '/coins')
    await userEvent.click(await screen.findByRole('button', { name: '登记出款钱包' }, wait))
    const form = await dialog()
    await userEvent.click(form.getByRole('combobox'))
    await userEvent.click(await screen.findByTitle('TRC20'))
    await userEvent.type(form.getByLabelText('地址'), `xpub${'6'.repeat(107)}`)
    await userEvent.type(form.getByLabelText('备注名'), '出款钱包 02')
    await userEvent.click(form.getByRole('button', { name: '钱包轮换' }))
    const send = () => userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await send()
    expect(await form.findByText('地址格式与所选网络不符')).toBeVisible()
    await userEvent.clear(form.getByLabelText('地址'))
    await userEvent.type(form.getByLabelText('地址'), 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    await send()
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/coins/wallets',
      body: { network: 'trc20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', label: '出款钱包 02' },
    })
  }, 30_000)

  test('a node of another network is shown as such, with what differs', async () => {
    serve()
    renderAt(<AppRoutes />, '/coins')
    const node = within(
      (await screen.findByText('不是所配置的网络，已停止读取', {}, wait)).closest('tr') as HTMLElement,
    )
    expect(node.getByText('ERC20')).toBeVisible()
    expect(node.getByText(/chain id is 11155111, want 1/)).toBeVisible()
    expect(screen.getByText('网络与代币正确')).toBeVisible()
  }, 30_000)

  test('who may only look finds nothing to press, and who may not look no page', async () => {
    serve(undefined, ['coin.view'])
    const shown = renderAt(<AppRoutes />, '/coins')
    expect(await screen.findByText('收款钱包 01', {}, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: /添加收款地址|登记出款钱包|设置汇率|修改|停用/ })).toBeNull()
    shown.unmount()
    serve(undefined, without('coin.view'))
    renderAt(<AppRoutes />, '/coins')
    expect(await screen.findByText('没有权限查看此页面', {}, wait)).toBeVisible()
  }, 30_000)
})
