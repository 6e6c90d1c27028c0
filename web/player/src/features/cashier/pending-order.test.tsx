import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openOrder } from '../../open-order'
import { fakeServer, logIn, show } from '../../test/server'
import DepositPage from './deposit-page'
import { pendingOrder } from './deposit-queries'
import OrderDialog from './order-dialog'
import { PendingOrder } from './pending-order'

const server = fakeServer()
beforeEach(logIn)

const path = '/v1/Do/DepositOrder'
const order = (status: string) => ({
  Data: {
    order_sn: 'D261127202953YGQR',
    amount: 500,
    status,
    expires_at: Date.now() + 1_200_000,
    style: 'Bank',
    link: '',
    received: 0,
    created_at: 0,
    bank: {
      entity_account_bank_name: '工商银行',
      entity_account_holder: '王明',
      entity_account_number: '6222021234560128',
      remark: '',
    },
  },
})
const method = {
  ChannelCode: 'epay',
  ChannelName: '在线支付',
  Icon: '',
  HotRemark: '',
  AmountRange: '100,200',
  InputAmountDisplay: true,
  TurnoverPercent: 100,
}
const settled = () => new Promise((done) => setTimeout(done, 150))

it('DEP-05 the bar of an unfinished order is one line: its words are cut, its two buttons are not', async () => {
  server.reply({ [path]: order('claimed') })
  pendingOrder.set('D261127202953YGQR')
  const onShow = vi.fn()
  const { container } = show(<PendingOrder onShow={onShow} />)
  const state = await screen.findByText('已提交，等待核实到账')
  const words = state.parentElement as HTMLElement
  expect(words).toHaveTextContent('未完成的存款 ¥500.00 已提交，等待核实到账')
  expect(state).toHaveClass('truncate', 'min-w-0')
  expect(words).not.toHaveTextContent('D261127202953YGQR')
  expect(words).toHaveAttribute('title', '未完成的存款 D261127202953YGQR')
  expect(container.firstElementChild).not.toHaveClass('flex-wrap')
  for (const button of screen.getAllByRole('button')) expect(button).toHaveClass('shrink-0')
  await userEvent.click(screen.getByRole('button', { name: '查看' }))
  expect(onShow).toHaveBeenCalledWith('D261127202953YGQR')
  await userEvent.click(screen.getByRole('button', { name: '不再提示' }))
  expect(screen.queryByText(/未完成的存款/)).toBeNull()
  expect(pendingOrder.get()).toBe('')
})

it('the way back from the page of a gateway shows the order, and its answer leaves the address', async () => {
  history.replaceState(null, '', '/?money=500.00&out_trade_no=D261127202953YGQR&sign=0a#/Deposit')
  server.reply({ [path]: order('credited'), '/v1/Do/GetPayChannel': { Data: [method] } })
  show(<DepositPage />, '/Deposit')
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(await screen.findByText('已到账')).toBeVisible()
  await settled()
  expect(screen.getByRole('dialog', { name: '存款订单' })).toBeVisible()
  expect(location.search).toBe('')
})

it('the bar says the minutes left for paying, which are never cut', async () => {
  server.reply({ [path]: order('pending') })
  pendingOrder.set('D261127202953YGQR')
  show(<PendingOrder onShow={vi.fn()} />)
  expect(await screen.findByText('剩 20 分钟')).toHaveClass('shrink-0')
  expect(screen.getByText('¥500.00')).toHaveClass('shrink-0')
  expect(screen.getByText('订单已创建，等待付款')).toHaveClass('truncate')
})

describe('DEP-05 an order', () => {
  it('closes by Escape and by its own button, and a tap beside it leaves it', async () => {
    server.reply({ [path]: order('pending') })
    const onClose = vi.fn()
    show(<OrderDialog orderSn="D261127202953YGQR" onClose={onClose} />)
    await userEvent.click(await screen.findByRole('button', { name: '稍后付款' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await userEvent.click(document.querySelector('.fixed.inset-0') as Element, { pointerEventsCheck: 0 })
    expect(onClose).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('that the player said is paid has a button to close it', async () => {
    server.reply({ [path]: order('claimed') })
    const onClose = vi.fn()
    show(<OrderDialog orderSn="D261127202953YGQR" onClose={onClose} />)
    await userEvent.click(await screen.findByRole('button', { name: '知道了' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

it('DEP-05 an order of this page that is paid before its first read leaves the notice alone', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  server.reply({
    '/v1/Do/GetPayChannel': { Data: [method] },
    '/v1/Do/GetPayment': {
      Data: [{ Id: 7, ShowName: '支付宝', PaymentCode: 'ali', MinAmount: 100, MaxAmount: 5000, Style: 'Link' }],
    },
    '/v1/Do/CallDepositPay': { Data: { order_sn: 'D261127202953YGQR', style: 'Link', link: '', msg: '' } },
    [path]: order('credited'),
  })
  show(<DepositPage />, '/Deposit')
  await userEvent.type(await screen.findByLabelText('存款金额'), '500')
  await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
  await waitFor(() => expect(server.callsTo(path)).not.toHaveLength(0))
  await waitFor(() => expect(openOrder.get()).toBe(''))
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the form of a deposit does not wait for the last deposits', async () => {
  server.reply({
    '/v1/Do/GetPayChannel': { Data: [method] },
    '/v1/Do/GetPayment': {
      Data: [{ Id: 7, ShowName: '支付宝', PaymentCode: 'ali', MinAmount: 100, MaxAmount: 5000, Style: 'Link' }],
    },
    '/v1/Select/FundingItems': () => new Promise<object>(() => {}),
  })
  show(<DepositPage />, '/Deposit')
  expect(await screen.findByLabelText('存款金额')).toBeVisible()
})

describe('DEP-05 an order that was open before the page was loaded', () => {
  it.each(['credited', 'expired', 'closed'])('is not opened again once it is %s', async (status) => {
    server.reply({ [path]: order(status) })
    openOrder.set('D261127202953YGQR')
    show(<DepositPage />, '/Deposit')
    await waitFor(() => expect(server.callsTo(path)).not.toHaveLength(0))
    await waitFor(() => expect(openOrder.get()).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is opened again while it is not finished', async () => {
    server.reply({ [path]: order('pending') })
    openOrder.set('D261127202953YGQR')
    show(<DepositPage />, '/Deposit')
    expect(await screen.findByRole('dialog', { name: '存款订单' })).toBeVisible()
  })

  it('that cannot be read stays on the page through every new try', async () => {
    server.reply({ [path]: [503, { IsSuc: false, Message: '服务暂时不可用' }] })
    show(<OrderDialog orderSn="D261127202953YGQR" again onClose={vi.fn()} />)
    const dialog = await screen.findByRole('dialog', { name: '存款订单' })
    expect(dialog).toHaveTextContent('服务暂时不可用')
    let answer: (reply: object) => void = () => undefined
    server.reply({ [path]: () => new Promise<object>((done) => (answer = done)) })
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
    await settled()
    expect(dialog).toBeVisible()
    answer(order('pending'))
    expect(await screen.findByRole('button', { name: '稍后付款' })).toBeVisible()
    expect(screen.getByRole('dialog')).toBe(dialog)
  })

  it('is shown, finished or not, where the address names it', async () => {
    server.reply({ [path]: order('credited') })
    show(<DepositPage />, '/Deposit?order=D261127202953YGQR')
    expect(await screen.findByText('已到账')).toBeVisible()
    await settled()
    expect(screen.getByRole('dialog', { name: '存款订单' })).toBeVisible()
  })
})
