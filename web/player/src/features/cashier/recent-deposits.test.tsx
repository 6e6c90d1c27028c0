import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { DepositForm } from './deposit-form'
import DepositPage from './deposit-page'
import RecentDeposits from './recent-deposits'

const server = fakeServer()
beforeEach(logIn)

const row = (sn: string, Amount: number, Status: number, StatusText: string) => ({
  OrderSn: sn,
  Amount,
  FinanceType: '存款',
  StartTime: '2026-03-02 12:00:00',
  Status,
  StatusText,
  PlayerName: 'demo01',
  Reason: '',
  Target: '',
})

const method = {
  ChannelCode: 'epay',
  ChannelName: '在线支付',
  Icon: '',
  HotRemark: '',
  AmountRange: '100,200',
  InputAmountDisplay: true,
  InputNameDisplay: false,
  InputRemarkDisplay: false,
  InputVPayAddressDisplay: false,
  InputBankSelectDisplay: false,
  InputDepositDisplay: false,
  InputChatDisplay: false,
  InputVRateShwoDisplay: false,
  TurnoverPercent: 150,
}
const channel = { id: 7, name: '支付宝', code: 'ali', minFen: 10000, maxFen: 500000, style: 'Link' as const }

it('shows the five newest deposits with their states', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((n) => row(`D${n}`, n * 100, n === 1 ? 0 : 1, n === 1 ? '待支付' : '已到账'))
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: rows, PageCount: 1, RowCount: 6 } })
  show(<RecentDeposits />)
  const lines = await screen.findAllByRole('listitem')
  expect(lines).toHaveLength(5)
  expect(within(lines[0] as HTMLElement).getByText('待支付')).toBeVisible()
  expect(within(lines[1] as HTMLElement).getByText('已到账')).toBeVisible()
  expect(screen.getByRole('link', { name: '全部记录' })).toHaveAttribute('href', expect.stringContaining('/CashLog'))
})

it('keeps its place for a player without a deposit, and says that there is none', async () => {
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [], PageCount: 0, RowCount: 0 } })
  show(<RecentDeposits />)
  expect(screen.getByText('最近存款')).toBeVisible()
  expect(await screen.findByText('还没有存款')).toBeVisible()
})

it('says that the deposits could not be read, through every new try, and not that there are none', async () => {
  const path = '/v1/Select/FundingItems'
  server.reply({ [path]: [503, { IsSuc: false, Message: '服务暂时不可用' }] })
  show(<RecentDeposits />)
  expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用')
  const title = screen.getByText('最近存款')
  let answer: (reply: object) => void = () => undefined
  server.reply({ [path]: () => new Promise<object>((done) => (answer = done)) })
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await vi.waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
  expect(title).toBeVisible()
  answer({ FundingDataItems: [row('D1', 100, 1, '已到账')], PageCount: 1, RowCount: 1 })
  expect(await screen.findByText('已到账')).toBeVisible()
  expect(screen.getByText('最近存款')).toBe(title)
})

it('says why a deposit has its state, as the record does', async () => {
  const refused = { ...row('D1', 100, 2, '已关闭'), Reason: '付款人姓名不符' }
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [refused], PageCount: 1, RowCount: 1 } })
  show(<RecentDeposits />)
  expect(await screen.findByText('原因：付款人姓名不符')).toBeVisible()
})

it('an order without an answer has the deposits read again: it may be among them', async () => {
  const path = '/v1/Select/FundingItems'
  server.reply({
    [path]: { FundingDataItems: [row('D1', 100, 1, '已到账')], PageCount: 1, RowCount: 1 },
    '/v1/Do/CallDepositPay': [503, { IsSuc: false, Message: '服务暂时不可用' }],
  })
  vi.spyOn(window, 'open').mockReturnValue(null)
  show(
    <>
      <DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />
      <RecentDeposits />
    </>,
  )
  expect(await screen.findByText('已到账')).toBeVisible()
  await userEvent.type(screen.getByLabelText('存款金额'), '200')
  await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
  await vi.waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
})

it('the amount that was credited last is offered although five orders expired after it', async () => {
  const rows = [1, 2, 3, 4, 5].map((n) => row(`D${n}`, 700, 2, '已过期'))
  server.reply({
    '/v1/Do/GetPayChannel': { Data: [method] },
    '/v1/Select/FundingItems': {
      FundingDataItems: [...rows, row('D6', 350.5, 1, '已到账'), row('D7', 900, 1, '已到账')],
      PageCount: 1,
      RowCount: 7,
    },
    '/v1/Do/GetPayment': {
      Data: [{ Id: 7, ShowName: '支付宝', PaymentCode: 'ali', MinAmount: 100, MaxAmount: 5000, Style: 'Link' }],
    },
  })
  show(<DepositPage />)
  expect(await screen.findByRole('button', { name: '上次 350.50' }, { timeout: 10_000 })).toBeVisible()
})

it('offers the amount that was credited last, once, and within the channel', async () => {
  const { unmount } = show(<DepositForm method={method} channels={[channel]} lastFen={35050} onStarted={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: '上次 350.50' }))
  expect(screen.getByLabelText('存款金额')).toHaveValue('350.50')
  unmount()
  const same = show(<DepositForm method={method} channels={[channel]} lastFen={20000} onStarted={vi.fn()} />)
  expect(screen.queryByText(/上次/)).toBeNull()
  same.unmount()
  show(<DepositForm method={method} channels={[channel]} lastFen={5000} onStarted={vi.fn()} />)
  expect(screen.getByRole('button', { name: '上次 50' })).toBeDisabled()
})

it('says how much has to be bet for the typed amount before it is paid, with promotions on offer or none', async () => {
  const line = '存 ¥200，完成流水 ¥300.00 后可全部提款。'
  const promotions = [{ id: 38, name: '每日存款加赠 4%', line: '' }]
  for (const list of [[], promotions]) {
    const { unmount } = show(<DepositForm method={method} channels={[channel]} promotions={list} onStarted={vi.fn()} />)
    expect(screen.queryByText(line)).toBeNull()
    await userEvent.type(screen.getByLabelText('存款金额'), '200')
    expect(screen.getByText(line)).toBeVisible()
    unmount()
  }
})
