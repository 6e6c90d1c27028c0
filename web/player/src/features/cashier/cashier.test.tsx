import { ApiError } from '@shared/api/api-error'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { groupsOfFour } from '../../ui/group-digits'
import * as toasts from '../../ui/toast'
import { BindCardForm } from './bind-card-form'
import CashLogPage from './cash-log-page'
import { amountFault, DepositForm } from './deposit-form'
import DepositPage from './deposit-page'
import OrderDialog from './order-dialog'
import Turnover from './turnover'
import { WithdrawForm, withdrawFault } from './withdraw-form'
import { WithdrawPanel } from './withdraw-panel'
import { feeOf } from './withdraw-queries'
import { withdrawalFault } from './withdrawal-fault'
import { WithdrawalSteps } from './withdrawal-steps'

const server = fakeServer()
beforeEach(logIn)

const channel = { id: 7, name: '支付宝', code: 'ali', minFen: 10000, maxFen: 500000, style: 'Link' as const }
const flags = {
  InputAmountDisplay: true,
  InputNameDisplay: false,
  InputRemarkDisplay: false,
  InputVPayAddressDisplay: false,
  InputBankSelectDisplay: false,
  InputDepositDisplay: false,
  InputChatDisplay: false,
  InputVRateShwoDisplay: false,
}
const method = {
  ChannelCode: 'epay',
  ChannelName: '在线支付',
  Icon: '',
  HotRemark: '',
  AmountRange: '50,100,10000',
  TurnoverPercent: 100,
  ...flags,
}

describe('deposit', () => {
  it('DEP-06 holds the channel to its limits', () => {
    expect(amountFault('99.99', channel)).toBe('金额不能低于 ¥100')
    expect(amountFault('5000.01', channel)).toBe('金额不能高于 ¥5,000')
    expect(amountFault('100', channel)).toBeUndefined()
  })

  it('DEP-01 shows the inputs its flags name and no others', () => {
    show(<DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />)
    expect(screen.getByLabelText('存款金额')).toBeVisible()
    expect(screen.queryByLabelText('存款人姓名')).toBeNull()
    expect(screen.queryByLabelText('付款银行')).toBeNull()
  })

  it('DEP-01 each of the eight flags shows its own input and nothing else', async () => {
    server.reply({
      '/v1/Select/GetUsdtExchangeRate': {
        Data: [{ UsdtType: 'TRC20', ExchangeRate: 7.15, LowerLimit: 20, UpperLimit: 5000 }],
      },
      '/v1/Do/GetPaymentPreInfo': { Data: { BankList: [], DepositType: [] } },
    })
    const inputs: [keyof typeof flags, () => HTMLElement | null][] = [
      ['InputAmountDisplay', () => screen.queryByLabelText('存款金额')],
      ['InputNameDisplay', () => screen.queryByLabelText('存款人姓名')],
      ['InputRemarkDisplay', () => screen.queryByLabelText('附言')],
      ['InputVPayAddressDisplay', () => screen.queryByLabelText('付款地址')],
      ['InputBankSelectDisplay', () => screen.queryByLabelText('付款银行')],
      ['InputDepositDisplay', () => screen.queryByLabelText('存款方式')],
      ['InputChatDisplay', () => screen.queryByRole('button', { name: '联系客服完成存款' })],
    ]
    const none = { ...method, InputAmountDisplay: false }
    for (const [flag] of inputs) {
      const { unmount } = show(
        <DepositForm method={{ ...none, [flag]: true }} channels={[channel]} onStarted={vi.fn()} />,
      )
      const seen = inputs.filter(([, find]) => find() !== null).map(([name]) => name)
      expect(seen).toEqual([flag])
      unmount()
    }
    // The rate is a line beside the amount, and there is none without the flag.
    const coins = { ...channel, code: 'usdt_trc20', style: 'VirtualCoin' as const }
    for (const InputVRateShwoDisplay of [true, false]) {
      const { unmount } = show(
        <DepositForm method={{ ...method, InputVRateShwoDisplay }} channels={[coins]} onStarted={vi.fn()} />,
      )
      if (InputVRateShwoDisplay) expect(await screen.findByText('1 USDT = ¥7.15')).toBeVisible()
      else expect(screen.queryByText('1 USDT = ¥7.15')).toBeNull()
      unmount()
    }
    server.reply({ '/v1/PubInterface/OnlineCustomSupportLink': { ResultMessage: 'https://help.example/' } })
    vi.spyOn(window, 'open').mockReturnValue(null)
    show(<DepositForm method={{ ...none, InputChatDisplay: true }} channels={[channel]} onStarted={vi.fn()} />)
    await userEvent.click(screen.getByRole('button', { name: '联系客服完成存款' }))
    await waitFor(() => expect(server.callsTo('/v1/PubInterface/OnlineCustomSupportLink')).toHaveLength(1))
  })

  it('DEP-02 the first channel is chosen', () => {
    const second = { ...channel, id: 8, name: '微信支付' }
    show(<DepositForm method={method} channels={[channel, second]} onStarted={vi.fn()} />)
    expect(screen.getByRole('radio', { name: '支付宝' })).toBeChecked()
    expect(screen.getByRole('radio', { name: '微信支付' })).not.toBeChecked()
  })

  it('DEP-02 another method is chosen with its first channel, and what was typed is cleared', async () => {
    const list = [method, { ...method, ChannelCode: 'bank', ChannelName: '银行转账', AmountRange: '100,500' }]
    const first = { Id: 7, ShowName: '支付宝', PaymentCode: 'ali', MinAmount: '100', MaxAmount: '5000', Style: 'Link' }
    server.reply({
      '/v1/Do/GetPayChannel': { Data: list },
      '/v1/Do/GetPayment': { Data: [first, { ...first, Id: 8, ShowName: '微信支付' }] },
      '/v1/Select/PromotionItems': { Data: [] },
    })
    show(<DepositPage />, '/Deposit')
    await userEvent.type(await screen.findByLabelText('存款金额'), '200')
    await userEvent.click(screen.getByRole('radio', { name: '微信支付' }))
    await userEvent.click(screen.getByRole('button', { name: /银行转账/ }))
    expect(await screen.findByLabelText('存款金额')).toHaveValue('')
    expect(screen.getByRole('radio', { name: '支付宝' })).toBeChecked()
  })

  it('DEP-02 quick amounts outside the channel cannot be tapped', async () => {
    show(<DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />)
    expect(screen.getByRole('button', { name: '50' })).toBeDisabled()
    expect(screen.getByRole('button', { name: '10,000' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: '100' }))
    expect(screen.getByLabelText('存款金额')).toHaveValue('100')
  })

  it.each(['Link', 'Link_Open'] as const)(
    'DEP-04, DEP-05 %s: opens the pay page in the click itself and sends it on when the answer comes',
    async (style) => {
      const payPage = { location: { href: '' }, opener: {}, close: vi.fn() }
      const open = vi.spyOn(window, 'open').mockReturnValue(payPage as unknown as Window)
      const data = { style, link: 'https://pay.example/1', order_sn: 'D1', msg: '', expires_at: 0 }
      server.reply({ '/v1/Do/CallDepositPay': { Data: data } })
      const started = vi.fn()
      open.mockClear()
      show(<DepositForm method={method} channels={[{ ...channel, style }]} onStarted={started} />)
      await userEvent.type(screen.getByLabelText('存款金额'), '200')
      await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
      expect(open).toHaveBeenCalledTimes(1)
      await waitFor(() => expect(started).toHaveBeenCalledWith('D1'))
      expect(payPage.location.href).toBe('https://pay.example/1')
      const call = server.callsTo('/v1/Do/CallDepositPay')[0]
      expect(Object.fromEntries(call?.form ?? [])).toEqual({
        payment_id: '7',
        amount: '200',
        deposit_remark: '',
        deposit_bank_id: '',
        deposit_type: '',
        deposit_name: '',
        virtual_name: '',
        virtual_pay_address: '',
        activity_id: '',
        device_id: '1',
      })
    },
  )

  const promotions = [
    { id: 38, name: '每日存款加赠 4%', line: '每天第一笔存款多送 4%，最高 2000 元' },
    { id: 39, name: '首存加赠 2%', line: '' },
  ]

  it('DEP-09, PROMO-07 takes part in no promotion unless the player chooses one, and says its rule', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    server.reply({ '/v1/Do/CallDepositPay': { IsSuc: false, ErrorMessage: '通道维护中' } })
    show(<DepositForm method={method} channels={[channel]} promotions={promotions} onStarted={vi.fn()} />)
    expect(screen.getByRole('radio', { name: '不参加优惠' })).toBeChecked()
    await userEvent.type(screen.getByLabelText('存款金额'), '200')
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    expect(await screen.findByText('通道维护中')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: '每日存款加赠 4%' }))
    expect(screen.getByText(/每天第一笔存款多送 4%，最高 2000 元。加赠随存款到账/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    const ids = () => server.callsTo('/v1/Do/CallDepositPay').map(({ form }) => form.get('activity_id'))
    await waitFor(() => expect(ids()).toEqual(['', '38']))
  })

  it('DEP-09 begins with the promotion that the address names, if there is such a one', () => {
    const form = (wanted: string) => (
      <DepositForm method={method} channels={[channel]} promotions={promotions} wanted={wanted} onStarted={vi.fn()} />
    )
    const { unmount } = show(form('39'))
    expect(screen.getByRole('radio', { name: '首存加赠 2%' })).toBeChecked()
    unmount()
    show(form('77'))
    expect(screen.getByRole('radio', { name: '不参加优惠' })).toBeChecked()
  })

  it('closes the pay page again when the order is refused, and says why', async () => {
    const payPage = { location: { href: '' }, opener: {}, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(payPage as unknown as Window)
    server.reply({ '/v1/Do/CallDepositPay': { IsSuc: false, ErrorMessage: '通道维护中' } })
    show(<DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />)
    await userEvent.type(screen.getByLabelText('存款金额'), '200')
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    expect(await screen.findByText('通道维护中')).toBeVisible()
    expect(payPage.close).toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('存款金额'), '0')
    expect(screen.queryByText('通道维护中')).toBeNull()
  })

  const bankOrder = (expiresIn: number) => ({
    Data: {
      order_sn: 'D1',
      amount: 500,
      status: 'pending',
      expires_at: Date.now() + expiresIn,
      style: 'Bank',
      link: '',
      received: 0,
      created_at: 0,
      bank: {
        entity_account_bank_name: '工商银行',
        entity_account_holder: '王明',
        entity_account_number: '6222021234560128',
        remark: 'K7Q2M9XA',
      },
    },
  })

  it('DEP-05 the bank popup counts to the server deadline and confirms once', async () => {
    const said = vi.spyOn(toasts, 'toast')
    server.reply({ '/v1/Do/DepositOrder': bankOrder(1200_000) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText('6222 0212 3456 0128')).toBeVisible()
    expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)
    await userEvent.dblClick(screen.getByRole('button', { name: '我已付款' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/DepositPayAction')).toHaveLength(1))
    expect(server.callsTo('/v1/Do/DepositPayAction')[0]?.form.get('OrderSn')).toBe('D1')
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', '提交成功！'))
  })

  it('DEP-05 the bank popup names the remark by which staff find the transfer, and copies it', async () => {
    server.reply({ '/v1/Do/DepositOrder': bankOrder(1200_000) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText('K7Q2M9XA')).toBeVisible()
    expect(screen.getByRole('button', { name: '复制转账附言' })).toBeVisible()
    expect(screen.getByText(/请在附言中填写以上附言/)).toBeVisible()
  })

  it('DEP-11 at zero the button is dead and says so', async () => {
    server.reply({ '/v1/Do/DepositOrder': bankOrder(-1000) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByRole('button', { name: '订单已过期' })).toBeDisabled()
  })
})

describe('withdrawal', () => {
  const terms = {
    minFen: 10000,
    maxFen: 0,
    fee: { fixedFen: 0, rate: 0, freeLeft: 0 },
    timesADay: 5,
    dailyFen: 20000000,
    timesLeft: 5,
    amountLeftFen: 20000000,
    requiredFen: 0,
    doneFen: 0,
    buckets: [],
    availableFen: 50000,
    holds: [],
    needsName: false,
    asksPassword: false,
    asksCode: false,
    maxCards: 3,
    maxAddresses: 3,
    checksCard: true,
    expected: '近 7 日内出款的同类提款，五笔中有四笔用时不超过 20 分钟。',
    payouts: [],
  }
  const card = { id: 3, bank: '工商银行', number: '***0128', holder: '王*', isDefault: true }

  it('WD-05, D-06 cuts the 15 characters of the 400 on this call and of nothing else', () => {
    expect(withdrawFault(new ApiError(400, 'WithdrawAction:流水不足'))).toBe('流水不足')
    expect(withdrawFault(new ApiError(200, 'WithdrawAction:流水不足'))).toBe('WithdrawAction:流水不足')
    expect(withdrawFault(new ApiError(400, '请输入正确金额'))).toBe('请输入正确金额')
  })

  it('WD-10 confirms amount and card first, and a double click withdraws once', async () => {
    server.reply({ '/v1/Do/CallWithdrawAction': { ResultMessage: '已提交' } })
    const user = userEvent.setup()
    show(<WithdrawForm terms={terms} cards={[card]} availableFen={50000} />)
    await user.type(screen.getByLabelText('提款金额'), '5 00')
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    expect(server.callsTo('/v1/Do/CallWithdrawAction')).toHaveLength(0)
    expect(await screen.findByText('工商银行 **** **** **** 0128')).toBeVisible()
    await user.dblClick(screen.getByRole('button', { name: '确认无误，提交' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = server.callsTo('/v1/Do/CallWithdrawAction')
    expect(calls).toHaveLength(1)
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
      playerName: 'demo01',
      playerBankId: '3',
      withdrawAmount: '500',
      fee: '0.00',
    })
  })

  it('shows the fee and what is taken before it is asked, and sends the fee that was shown', async () => {
    server.reply({ '/v1/Do/CallWithdrawAction': { ResultMessage: '已提交' } })
    const user = userEvent.setup()
    const fee = { fixedFen: 200, rate: 150, freeLeft: 0 }
    show(<WithdrawForm terms={{ ...terms, fee }} cards={[card]} availableFen={50000} />)
    await user.type(screen.getByLabelText('提款金额'), '100.33')
    expect(await screen.findByText('手续费 ¥3.50，共扣除 ¥103.83')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('合计扣除')).toBeVisible()
    expect(dialog.getByText(/103\.83/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '确认无误，提交' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/CallWithdrawAction')).toHaveLength(1))
    expect(server.callsTo('/v1/Do/CallWithdrawAction')[0]?.form.get('fee')).toBe('3.50')
  })

  it('counts no fee while free withdrawals are left, and refuses an amount that leaves none for the fee', async () => {
    const fee = { fixedFen: 200, rate: 0, freeLeft: 1 }
    expect(feeOf(fee, 10_000)).toBe(0)
    expect(feeOf({ ...fee, freeLeft: 0, rate: 150 }, 10_033)).toBe(350)
    expect(withdrawalFault('500', { ...terms, fee: { ...fee, freeLeft: 0 } }, 50_000)).toBe(
      '余额不足以支付手续费 2 元，请减少提款金额',
    )
    expect(withdrawalFault('500', { ...terms, maxFen: 40_000 }, 50_000)).toBe('提款金额最高400元')
  })

  it('WD-04 says what is wrong with an amount', async () => {
    const user = userEvent.setup()
    show(<WithdrawForm terms={terms} cards={[card]} availableFen={50000} />)
    await user.type(screen.getByLabelText('提款金额'), '99')
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    expect(await screen.findByText('提款金额最低100元')).toBeVisible()
    await user.clear(screen.getByLabelText('提款金额'))
    await user.type(screen.getByLabelText('提款金额'), '501')
    expect(await screen.findByText('超出当前余额限制')).toBeVisible()
  })

  it.each([
    [5_000, '49.99', '50', '提款金额最低50元'],
    [20_000, '199.99', '200', '提款金额最低200元'],
  ])('WD-04 the least amount is the one that the operator set: %i fen', async (minFen, below, least, sentence) => {
    const user = userEvent.setup()
    const fee = { fixedFen: 200, rate: 0, freeLeft: 0 }
    show(<WithdrawForm terms={{ ...terms, minFen, fee }} cards={[card]} availableFen={50_000} />)
    const field = screen.getByLabelText('提款金额')
    expect(field).toHaveAttribute('placeholder', `最低 ${least} 元`)
    await user.type(field, below)
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.queryByText(/手续费/)).toBeNull()
    await user.clear(field)
    await user.type(field, least)
    expect(await screen.findByText(/手续费 ¥2.00/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    expect(await screen.findByRole('button', { name: '确认无误，提交' })).toBeVisible()
  })

  it('D-03 asks for the withdrawal password once the player has set one, and sends it', async () => {
    const user = userEvent.setup()
    show(<WithdrawForm terms={{ ...terms, asksPassword: true }} cards={[card]} availableFen={50000} />)
    await user.type(screen.getByLabelText('提款金额'), '500')
    await user.type(screen.getByLabelText('提款密码'), 'money2026')
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    await user.click(await screen.findByRole('button', { name: '确认无误，提交' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/CallWithdrawAction')).toHaveLength(1))
    expect(server.callsTo('/v1/Do/CallWithdrawAction')[0]?.form.get('withdrawPassword')).toBe('money2026')
  })

  it.each([
    [0, '审核中', ['已提交', '审核中', '出款中', '已到账'], '审核中'],
    [0, '出款中', ['已提交', '审核中', '出款中', '已到账'], '出款中'],
    [1, '成功', ['已提交', '审核中', '出款中', '已到账'], '已到账'],
    [2, '已拒绝，款项已退回', ['已提交', '审核中', '已拒绝，款项已退回'], '已拒绝，款项已退回'],
  ])('WD-10 status %i %s stands on its station', (status, statusText, stations, here) => {
    show(<WithdrawalSteps status={status} statusText={statusText} />)
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(stations)
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent(here)
  })

  it('WD-09 tells bet by bet what counted towards a requirement', async () => {
    server.reply({
      '/v1/Select/TurnoverItems': {
        Data: [
          {
            OrderSn: 'D1',
            Lines: [
              { BetOrdersn: 'B1', BetTime: '2026-03-02 10:00:00', ValidAmount: 100, Counted: 80, Reason: '已达到要求' },
            ],
          },
        ],
      },
    })
    const bucket = { orderSn: 'D1', source: '存款', amountFen: 50000, requiredFen: 50000, doneFen: 8000, time: '' }
    show(<Turnover terms={{ ...terms, requiredFen: 50000, doneFen: 8000, buckets: [bucket] }} />)
    expect(server.callsTo('/v1/Select/TurnoverItems')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: '查看逐条明细' }))
    expect(await screen.findByText('计入 ¥80.00 / 有效 ¥100.00')).toBeVisible()
    expect(screen.getByText('已达到要求')).toBeVisible()
    expect(server.callsTo('/v1/Select/TurnoverItems')[0]?.form.get('OrderSn')).toBe('D1')
  })

  it('WD-08 shows how often and how much a day allows, as the operator set it', () => {
    show(<Turnover terms={terms} />)
    expect(screen.getByText('每日可提款 5 次，每日限额 200000.00 元')).toBeVisible()
    cleanup()
    show(<Turnover terms={{ ...terms, timesADay: 2, dailyFen: 500000 }} />)
    expect(screen.getByText('每日可提款 2 次，每日限额 5000.00 元')).toBeVisible()
  })

  it('WD-02 the bank tab has the cards, the form and the way to bind another card', async () => {
    const bound = { BankName: '工商银行', BankType: 'ICBC', TrueName: '王*' }
    server.reply({
      '/v1/Select/PlayerBankItems': {
        PlayerBanks: [
          { ...bound, Id: 1, AccountNumber: '***************0128', IsDefault: true },
          { ...bound, Id: 2, AccountNumber: '***************7777', IsDefault: false },
        ],
      },
      '/v1/Select/WithdrawalInfo': {
        Data: {
          MinAmount: 100,
          TimesADay: 5,
          DailyLimit: 200000,
          TimesLeft: 5,
          AmountLeft: 200000,
          Available: 500,
          Holds: [],
          Buckets: [],
        },
      },
    })
    show(<WithdrawPanel availableFen={50000} />)
    expect(await screen.findAllByRole('button', { name: /设为默认/ })).toHaveLength(2)
    expect(await screen.findByLabelText('提款金额')).toBeVisible()
    expect(screen.getByRole('button', { name: '提交提款' })).toBeVisible()
    for (const link of screen.getAllByRole('link', { name: /银行卡/ })) {
      expect(link).toHaveAttribute('href', '#/BaseInfo/bank')
    }
    await userEvent.click(screen.getByRole('button', { name: /7777.*设为默认|设为默认.*7777/ }))
    await waitFor(() => expect(server.callsTo('/v1/Do/SetBankItemDefaultAction')).toHaveLength(1))
    expect(server.callsTo('/v1/Do/SetBankItemDefaultAction')[0]?.form.get('id')).toBe('2')
  })

  it('WD-02 without a card or a name it leads to what is missing', () => {
    show(<WithdrawForm terms={{ ...terms, needsName: true }} cards={[]} availableFen={0} />)
    expect(screen.getByRole('link', { name: '去填写' })).toHaveAttribute('href', '#/BaseInfo/my')
  })

  it('WD-02 without a card one link adds one, and not one in every part of the page', async () => {
    server.reply({
      '/v1/Select/PlayerBankItems': { PlayerBanks: [] },
      '/v1/Select/WithdrawalInfo': { Data: { MinAmount: 100, Available: 0, Holds: [], Buckets: [] } },
    })
    show(<WithdrawPanel availableFen={0} />)
    expect(await screen.findByText('您还没有绑定银行卡')).toBeVisible()
    expect(await screen.findAllByRole('link', { name: /添加银行卡/ })).toHaveLength(1)
  })

  it('the form comes together with the cards, which are above it on the phone', async () => {
    let answer: ((reply: [number, object]) => void) | undefined
    server.reply({
      '/v1/Select/PlayerBankItems': () => new Promise<[number, object]>((done) => (answer = done)),
      '/v1/Select/WithdrawalInfo': { Data: { MinAmount: 100, Available: 0, Holds: [], Buckets: [] } },
    })
    show(<WithdrawPanel availableFen={0} />)
    await waitFor(() => expect(server.callsTo('/v1/Select/WithdrawalInfo')).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.queryByText('今日剩余次数')).toBeNull()
    answer?.([200, { PlayerBanks: [] }])
    expect(await screen.findByText('今日剩余次数')).toBeVisible()
    expect(screen.getByRole('link', { name: /添加银行卡/ })).toBeVisible()
  })

  it('WD-02 it says that there is no card once the cards are known, and not while they load or cannot be read', async () => {
    let answer: ((reply: [number, object]) => void) | undefined
    server.reply({
      '/v1/Select/PlayerBankItems': () => new Promise<[number, object]>((done) => (answer = done)),
      '/v1/Select/WithdrawalInfo': { Data: { MinAmount: 100, Available: 0, Holds: [], Buckets: [] } },
    })
    show(<WithdrawPanel availableFen={0} />)
    await waitFor(() => expect(answer).toBeDefined())
    expect(screen.queryByText('您还没有绑定银行卡')).toBeNull()
    answer?.([503, { IsSuc: false, Message: '服务暂时不可用' }])
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用')
    expect(screen.queryByText('您还没有绑定银行卡')).toBeNull()
    server.reply({ '/v1/Select/PlayerBankItems': { PlayerBanks: [] } })
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('您还没有绑定银行卡')).toBeVisible()
  })
})

it('CARD-02 every field of a card is required, and cities follow the province: a single one is chosen', async () => {
  server.reply({
    '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', TrueName: '王*' },
    '/v1/Select/PlayerBankItems': { PlayerBanks: [] },
    '/v1/Select/GetWithdrawalBank': { Data: [{ bankName: '工商银行', type: 'ICBC' }] },
    '/v1/PubInterface/GetRegions': {
      Data: [{ label: '北京市', value: '11', index: 1, cities: [{ label: '朝阳区', value: '1', type: '' }] }],
    },
  })
  const user = userEvent.setup()
  show(<BindCardForm />)
  await user.click(await screen.findByRole('button', { name: '确认绑定' }))
  expect(await screen.findAllByText('不能为空')).toHaveLength(5)
  await screen.findByRole('option', { name: '北京市' })
  await user.selectOptions(screen.getByLabelText('省份'), '北京市')
  expect(screen.getByRole('option', { name: '朝阳区' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('城市')).toHaveValue('朝阳区'))
  await user.selectOptions(screen.getByLabelText('开户银行'), '工商银行')
  await user.type(screen.getByLabelText('开户行地址'), ' 建国路支行 ')
  await user.type(screen.getByLabelText('银行卡号'), '6222 0212 3456 7894')
  expect(screen.getByLabelText('银行卡号')).toHaveAccessibleDescription('6222 0212 3456 7894')
  await user.dblClick(screen.getByRole('button', { name: '确认绑定' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/CallBindSavingCardAction')).toHaveLength(1))
  expect(Object.fromEntries(server.callsTo('/v1/Do/CallBindSavingCardAction')[0]?.form ?? [])).toEqual({
    playerName: 'demo01',
    bankType: 'ICBC',
    accountNumber: '6222021234567894',
    bankAddress: '建国路支行',
    province: '北京市',
    city: '朝阳区',
    trueName: '',
  })
})

it('CARD-01 shows numbers in groups of four', () => {
  expect(groupsOfFour('6222021234567890128')).toBe('6222 0212 3456 7890 128')
  expect(groupsOfFour('*******0128')).toBe('**** **** **** 0128')
})

it('REC-01 the sentence of a transfer on its way stands in the note, its badge stays short', async () => {
  const sentence = '转账处理中，请稍后查看，订单号：7000120261121'
  const record = {
    FinanceType: '中心钱包 → 鸿运棋院',
    PlayerName: 'demo01',
    StartTime: '2026-03-02 10:00:00',
    Reason: '',
  }
  server.reply({
    '/v1/Select/PointTransferItems': {
      FundingDataItems: [{ ...record, OrderSn: 'T1', Amount: 100, Status: 0, StatusText: sentence }],
      PageCount: 1,
      RowCount: 1,
    },
  })
  show(<CashLogPage />, '/CashLog?tab=transfer')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('处理中')).toBeVisible()
})

it('REC-01, D-18 on the phone, too, a transfer says between which wallets it was', async () => {
  document.documentElement.dataset.form = 'h5'
  const record = { PlayerName: 'demo01', StartTime: '2026-03-02 10:00:00', Reason: '', Amount: 100, Status: 1 }
  server.reply({
    '/v1/Select/PointTransferItems': {
      FundingDataItems: [{ ...record, OrderSn: 'T1', FinanceType: '中心钱包 → 万象馆', StatusText: '成功' }],
      PageCount: 1,
      RowCount: 1,
    },
  })
  show(<CashLogPage />, '/CashLog?tab=transfer')
  expect(await screen.findByText('中心钱包 → 万象馆')).toBeVisible()
  document.documentElement.dataset.form = ''
})

it('REC-01 each tab asks at once with its own value; pages and dates go with it', async () => {
  const record = { FinanceType: '', PlayerName: 'demo01', StartTime: '', Reason: '', Status: 1, StatusText: '成功' }
  const page = { FundingDataItems: [{ ...record, OrderSn: 'D1', Amount: 100 }], PageCount: 3, RowCount: 41 }
  server.reply({ '/v1/Select/FundingItems': page, '/v1/Select/PointTransferItems': page })
  show(<CashLogPage />, '/CashLog?start=2026-03-02&end=2026-03-05')
  expect(await screen.findByText('共 41 项')).toBeVisible()
  expect(screen.getByRole('navigation', { name: '分页' })).toHaveClass('justify-center')
  await userEvent.click(screen.getByRole('button', { name: '下一页' }))
  const funding = () => server.callsTo('/v1/Select/FundingItems').map(({ form }) => Object.fromEntries(form))
  await waitFor(() => expect(funding()).toHaveLength(2))
  for (const [index, name] of ['提款', '红利', '返水'].entries()) {
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(funding()).toHaveLength(index + 3))
  }
  const days = { startDate: '2026-03-02 00:00:00', endDate: '2026-03-05 23:59:59' }
  expect(funding()).toEqual([
    { PageIndex: '1', FinanceType: '', ...days },
    { PageIndex: '2', FinanceType: '', ...days },
    { PageIndex: '1', FinanceType: '4', ...days },
    { PageIndex: '1', FinanceType: '5', ...days },
    { PageIndex: '1', FinanceType: '6', ...days },
  ])
  await userEvent.click(screen.getByRole('button', { name: '转账' }))
  await waitFor(() => expect(server.callsTo('/v1/Select/PointTransferItems')).toHaveLength(1))
  expect(server.callsTo('/v1/Select/PointTransferItems')[0]?.form.get('ActionType')).toBe('-1')
})

it('REC-01, REC-05 an end before the start is refused on the page, and not asked for', async () => {
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [], PageCount: 0, RowCount: 0 } })
  show(<CashLogPage />, '/CashLog?tab=withdrawal&start=2026-03-02&end=2026-03-05')
  expect(await screen.findByText('该时间段内没有记录')).toBeVisible()
  fireEvent.change(screen.getByLabelText('结束日期'), { target: { value: '2026-03-01' } })
  await userEvent.click(screen.getByRole('button', { name: '查询' }))
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeVisible()
  expect(server.callsTo('/v1/Select/FundingItems')).toHaveLength(1)
})

it.each(['2026-3', ''])('REC-01 the day %j is refused by its form, and not asked for', async (day) => {
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [], PageCount: 0, RowCount: 0 } })
  show(<CashLogPage />, '/CashLog?tab=withdrawal&start=2026-03-02&end=2026-03-05')
  expect(await screen.findByText('该时间段内没有记录')).toBeVisible()
  fireEvent.change(screen.getByLabelText('结束日期'), { target: { value: day } })
  await userEvent.click(screen.getByRole('button', { name: '查询' }))
  expect(await screen.findByText('请按 年-月-日 填写')).toBeVisible()
  expect(server.callsTo('/v1/Select/FundingItems')).toHaveLength(1)
})

it('REC-01 a 400 on records is an empty table', async () => {
  server.reply({ '/v1/Select/FundingItems': [400, { IsSuc: false, Message: '日期不正确' }] })
  show(<CashLogPage />, '/CashLog?tab=withdrawal&start=2026-03-02&end=2026-03-05')
  expect(await screen.findByText('该时间段内没有记录')).toBeVisible()
  const call = server.callsTo('/v1/Select/FundingItems')[0]
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    PageIndex: '1',
    FinanceType: '4',
    startDate: '2026-03-02 00:00:00',
    endDate: '2026-03-05 23:59:59',
  })
})
