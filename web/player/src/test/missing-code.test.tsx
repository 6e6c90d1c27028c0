import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { QrPanel } from '../features/app/qr-panel'
import CashLogPage from '../features/cashier/cash-log-page'
import OrderDialog from '../features/cashier/order-dialog'
import RecentDeposits from '../features/cashier/recent-deposits'
import { WithdrawPanel } from '../features/cashier/withdraw-panel'
import WithdrawalList from '../features/cashier/withdrawal-list'
import { HomeBanners } from '../features/content/home-banners'
import ReferralPage from '../features/promo/referral-page'
import { AccountBar } from '../shell/account-bar'
import { Footer } from '../shell/footer'
import HomeDesktop from '../shell/pages/home-desktop'
import { fakeServer, logIn, show } from './server'

// A release removed the files, or the network is gone: none of these parts comes.
const gone = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../features/cashier/usdt-order', gone)
vi.mock('../features/cashier/scan-code', gone)
vi.mock('../features/cashier/message-lines', gone)
vi.mock('../features/cashier/slip-input', gone)
vi.mock('../features/cashier/usdt-panel', gone)
vi.mock('../features/cashier/record-sheet', gone)
vi.mock('../features/app/download-qr', gone)
vi.mock('../features/promo/invite-qr', gone)
vi.mock('../features/lobby/home-games', gone)
vi.mock('../features/content/carousel', gone)
vi.mock('../shell/player-bar', gone)
vi.mock('../shell/footer-body', gone)

const server = fakeServer()
let told = vi.fn<(...what: unknown[]) => void>()

beforeEach(() => {
  told = vi.fn<(...what: unknown[]) => void>()
  vi.spyOn(console, 'error').mockImplementation(told)
  logIn()
})

const missing = () => vi.waitFor(() => expect(told).toHaveBeenCalled(), 4000)

const order = (more: object) => ({
  '/v1/Do/DepositOrder': {
    Data: {
      order_sn: 'D1',
      amount: 500,
      received: 0,
      status: 'pending',
      expires_at: Date.now() + 1200_000,
      link: '',
      msg: '',
      created_at: 0,
      ...more,
    },
  },
})

it.each([
  ['a code to scan', { style: 'Qr', msg: 'https://pay.example/q' }],
  ['the lines of a message', { style: 'MSG', msg: '账号：1' }],
  ['the picture of a transfer', { style: 'Bank', bank: { entity_account_number: '6222021234560128' } }],
])('a deposit order keeps its number, its time and its button without the code of %s', async (_, more) => {
  server.reply(order(more))
  show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByRole('dialog')).toHaveTextContent('D1')
  expect(screen.getByRole('timer')).toBeVisible()
  expect(screen.getByRole('button', { name: '我已付款' })).toBeEnabled()
})

it('a deposit in USDT keeps its dialog without its code, and offers another try', async () => {
  server.reply(order({ style: 'VirtualCoin', virtualCoin: { num: '69.94', to_addr: 'T1', UsdtType: 'TRC20' } }))
  show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByRole('dialog', { name: '存款订单' })).toBeVisible()
})

it('a withdrawal keeps its tabs without the code of USDT', async () => {
  show(<WithdrawPanel availableFen={100_000} />)
  await userEvent.click(screen.getByRole('button', { name: '虚拟币提款' }))
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByRole('button', { name: '银行卡提款' })).toBeVisible()
})

const record = {
  FinanceType: '存款',
  PlayerName: 'demo01',
  StartTime: '',
  Reason: '',
  Status: 1,
  StatusText: '',
  OrderSn: 'N1',
  Amount: 500,
  Target: '',
}

it.each([
  ['all records', <CashLogPage key="1" />],
  ['the withdrawals', <WithdrawalList key="2" />],
  ['the recent deposits', <RecentDeposits key="3" />],
])(
  'a tap on a record of %s opens its dialog without the code of the sheet, and offers another try',
  async (_, list) => {
    server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [record], PageCount: 1, RowCount: 1 } })
    show(list, '/CashLog')
    await userEvent.click(await screen.findByRole('button', { name: '查看 N1 的详情' }))
    const dialog = within(await screen.findByRole('dialog', { name: '记录详情' }))
    expect(await dialog.findByRole('button', { name: '重试' })).toBeVisible()
  },
)

it('the panel of the app offers another try in the square of its code', async () => {
  show(<QrPanel address="https://h5.example/" title="手机网页版" />)
  expect(await screen.findByRole('button', { name: '加载失败，重试' })).toBeVisible()
  expect(screen.getByText('手机网页版')).toBeVisible()
})

it('the referral page keeps its link without the code to scan', async () => {
  server.reply({ '/v1/Select/Referrals': { Data: { Open: true, Items: [] } } })
  show(<ReferralPage />)
  expect(await screen.findByRole('button', { name: '加载失败，重试' })).toBeVisible()
  expect(screen.getByText(/invitePeopleId=demo01$/)).toBeVisible()
})

it('the home page keeps its banners and offers another try in the place of its games', async () => {
  show(<HomeDesktop />)
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
})

it('the first banner stays without the code that turns them', async () => {
  show(<HomeBanners />)
  await missing()
  expect(screen.getByRole('region')).toBeVisible()
})

it('the menu leads to the cashier without the code of the player bar', async () => {
  show(<AccountBar />)
  expect(await screen.findByRole('link', { name: '存款' })).toHaveAttribute('href', '#/Deposit')
})

it('the page stays without its footer', async () => {
  show(
    <>
      <p>我的余额</p>
      <Footer />
    </>,
  )
  await missing()
  expect(screen.getByText('我的余额')).toBeVisible()
})
