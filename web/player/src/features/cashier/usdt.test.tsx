import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { DepositForm } from './deposit-form'
import OrderDialog from './order-dialog'
import { AddressSlots } from './usdt-address-slots'
import { coinFault, rateOf } from './usdt-rate'
import { WithdrawPanel } from './withdraw-panel'

const server = fakeServer()
beforeEach(logIn)

const tron = 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS'
const wait = { timeout: 10_000 }

const method = {
  ChannelCode: 'usdt',
  ChannelName: 'USDT',
  Icon: '',
  HotRemark: '',
  AmountRange: '',
  InputAmountDisplay: true,
  InputNameDisplay: false,
  InputRemarkDisplay: false,
  InputVPayAddressDisplay: true,
  InputBankSelectDisplay: false,
  InputDepositDisplay: false,
  InputChatDisplay: false,
  InputVRateShwoDisplay: true,
  TurnoverPercent: 100,
}
const channel = {
  id: 9,
  name: 'TRC20',
  code: 'usdt_trc20',
  minFen: 10000,
  maxFen: 10_000_000,
  style: 'VirtualCoin' as const,
}
const rates = {
  Data: [
    { UsdtType: 'TRC20', ExchangeRate: 7.15, LowerLimit: 20, UpperLimit: 5000 },
    { UsdtType: 'ERC20', ExchangeRate: 7.1, LowerLimit: 100, UpperLimit: 5000 },
  ],
}
const order = (more: object = {}) => ({
  Data: {
    order_sn: 'D1',
    amount: 500,
    received: 0,
    status: 'pending',
    expires_at: Date.now() + 1200_000,
    style: 'VirtualCoin',
    link: '',
    msg: '',
    created_at: 0,
    virtualCoin: {
      num: '69.94',
      to_addr: tron,
      to_addr_qr_img: '',
      UsdtType: 'TRC20',
      ExchangeRate: 7.15,
      Worth: 500.07,
      OwnAddress: false,
    },
    ...more,
  },
})

describe('a deposit in USDT', () => {
  it('DEP-05 counts the coins while the amount is typed, at the rate of the chosen network', async () => {
    server.reply({ '/v1/Select/GetUsdtExchangeRate': rates })
    const other = { ...channel, id: 10, name: 'ERC20', code: 'usdt_erc20' }
    show(<DepositForm method={method} channels={[channel, other]} onStarted={vi.fn()} />)
    expect(await screen.findByText('1 USDT = ¥7.15')).toBeVisible()
    expect(screen.getByText('20 - 5,000 USDT')).toBeVisible()
    await userEvent.type(screen.getByLabelText('存款金额'), '500')
    expect(screen.getByText('约 69.94 USDT')).toBeVisible()
    await userEvent.click(screen.getByLabelText('ERC20'))
    expect(screen.getByText('约 70.43 USDT')).toBeVisible()
  })

  it('DEP-06 refuses too few or too many coins, no address and one of no network', async () => {
    server.reply({ '/v1/Select/GetUsdtExchangeRate': rates })
    show(<DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />)
    await screen.findByText('1 USDT = ¥7.15')
    await userEvent.type(screen.getByLabelText('存款金额'), '100')
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    expect(await screen.findByText('USDT 数量须在 20 至 5,000 之间')).toBeVisible()
    expect(screen.getByText('不能为空')).toBeVisible()
    await userEvent.type(screen.getByLabelText('付款地址'), '3abc')
    expect(await screen.findByText('地址格式不正确')).toBeVisible()
    expect(server.callsTo('/v1/Do/CallDepositPay')).toHaveLength(0)
  })

  it('DEP-04, DEP-05 sends the order, opens no window, and shows the order', async () => {
    const open = vi.spyOn(window, 'open')
    open.mockClear()
    const data = { style: 'VirtualCoin', link: '', order_sn: 'D1', msg: '', expires_at: 0 }
    server.reply({ '/v1/Select/GetUsdtExchangeRate': rates, '/v1/Do/CallDepositPay': { Data: data } })
    const started = vi.fn()
    show(<DepositForm method={method} channels={[channel]} onStarted={started} />)
    await screen.findByText('1 USDT = ¥7.15')
    await userEvent.type(screen.getByLabelText('存款金额'), '500')
    await userEvent.type(screen.getByLabelText('付款地址'), tron)
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    await waitFor(() => expect(started).toHaveBeenCalledWith('D1'))
    expect(open).not.toHaveBeenCalled()
    expect(server.callsTo('/v1/Do/CallDepositPay')[0]?.form.get('virtual_pay_address')).toBe(tron)
  })

  it('DEP-06 a bound is a bound of coins, each end included', () => {
    const rate = { network: 'TRC20', rate: '7.15', least: 20, most: 5000 }
    const say = (least: string, most: string) => `${least} ${most}`
    expect(coinFault('142.99', rate, say)).toBeUndefined()
    expect(coinFault('142.85', rate, say)).toBe('20 5,000')
    expect(coinFault('35750', rate, say)).toBeUndefined()
    expect(coinFault('35750.01', rate, say)).toBe('20 5,000')
    expect(coinFault('1', undefined, say)).toBeUndefined()
  })

  it('no rate of another network is taken for the channel', () => {
    const trc = { network: 'TRC20', rate: '7.15', least: 0, most: 0 }
    const erc = { network: 'ERC20', rate: '7.1', least: 0, most: 0 }
    expect(rateOf([erc, trc], channel)).toBe(trc)
    expect(rateOf([erc, { ...trc, network: 'OMNI' }], channel)).toBeUndefined()
  })
})

describe('an order in USDT', () => {
  it('DEP-05 shows the exact coins, the whole address with its code and its network, and each can be copied', async () => {
    server.reply({ '/v1/Do/DepositOrder': order() })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText('69.94', {}, wait)).toBeVisible()
    expect(screen.getByText('订单 ¥500.00，按此数量入账 ¥500.07')).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveTextContent(tron)
    expect(screen.getByRole('img', { name: 'USDT-TRC20 收款地址二维码' })).toBeVisible()
    expect(screen.getByText(/仅限 USDT-TRC20（波场 Tron）网络/)).toBeVisible()
    expect(screen.getByText(/请按上述数量转入，订单即按本单汇率入账/)).toBeVisible()
    for (const name of ['复制数量', '复制收款地址', '复制订单号']) {
      expect(screen.getByRole('button', { name })).toBeVisible()
    }
    expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)
  })

  it('DEP-05 I have paid is told once, and the waiting popup has the order number', async () => {
    let status = 'pending'
    server.reply({
      '/v1/Do/DepositOrder': () => order({ status }),
      '/v1/Do/UsdtDepositPayAction': () => {
        status = 'claimed'
        return {}
      },
    })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    await userEvent.dblClick(await screen.findByRole('button', { name: '我已付款' }, wait))
    const waiting = await screen.findByRole('dialog', { name: '等待到账' }, wait)
    await waitFor(() => expect(waiting).toHaveTextContent('D1'))
    const calls = server.callsTo('/v1/Do/UsdtDepositPayAction')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.form.get('OrderSn')).toBe('D1')
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    // The address can be looked at again, and it is not told a second time.
    await userEvent.click(await screen.findByRole('button', { name: '查看收款信息' }, wait))
    await userEvent.click(await screen.findByRole('button', { name: '我已付款' }, wait))
    expect(await screen.findByRole('dialog', { name: '等待到账' }, wait)).toBeVisible()
    expect(server.callsTo('/v1/Do/UsdtDepositPayAction')).toHaveLength(1)
  })

  it('DEP-05 the news that it is credited closes the popup', async () => {
    let status = 'claimed'
    server.reply({ '/v1/Do/DepositOrder': () => order({ status }) })
    const closed = vi.fn()
    show(<OrderDialog orderSn="D1" onClose={closed} />)
    await screen.findByRole('dialog', { name: '等待到账' }, wait)
    expect(closed).not.toHaveBeenCalled()
    status = 'credited'
    await waitFor(() => expect(closed).toHaveBeenCalled(), wait)
  }, 20_000)

  it('DEP-11 once its time is over neither the address nor the coins are shown any more', async () => {
    server.reply({ '/v1/Do/DepositOrder': order({ expires_at: Date.now() - 1000 }) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByRole('button', { name: '订单已过期' }, wait)).toBeDisabled()
    expect(screen.getByRole('dialog')).not.toHaveTextContent(tron)
    expect(screen.queryByText('69.94')).toBeNull()
  })

  it('DEP-05 a code to scan is drawn of the message, with its amount and time, until that is over', async () => {
    const code = { style: 'Qr', msg: 'https://pay.example/q', virtualCoin: undefined }
    server.reply({ '/v1/Do/DepositOrder': order(code) })
    const shown = show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByRole('img', { name: '付款二维码' }, wait)).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveTextContent('500.00')
    expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)
    shown.unmount()
    server.reply({ '/v1/Do/DepositOrder': order({ ...code, expires_at: Date.now() - 1000 }) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByRole('button', { name: '订单已过期' }, wait)).toBeDisabled()
    expect(screen.queryByRole('img', { name: '付款二维码' })).toBeNull()
  })

  it('DEP-05 a message says what to do, line by line, and each value can be copied', async () => {
    const msg = '请在二十分钟内转账\n收款账号：6222020000000000000\n演示付款：https://pay.example/c/1\n备注：<b>x</b>'
    server.reply({ '/v1/Do/DepositOrder': order({ style: 'MSG', msg, virtualCoin: undefined }) })
    const shown = show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    const message = within(await screen.findByRole('region', { name: '付款指引' }, wait))
    expect(message.getByText('请在二十分钟内转账')).toBeVisible()
    expect(message.getByText('6222020000000000000')).toBeVisible()
    expect(message.getByRole('button', { name: '复制收款账号' })).toBeVisible()
    expect(message.getByRole('link', { name: 'https://pay.example/c/1' })).toHaveAttribute('rel', 'noreferrer noopener')
    expect(message.getByText('<b>x</b>')).toBeVisible()
    expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)
    shown.unmount()
    // A gateway that tells nothing leaves the player not alone.
    server.reply({ '/v1/Do/DepositOrder': order({ style: 'MSG', msg: '', virtualCoin: undefined }) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText(/请按提示完成付款/, {}, wait)).toBeVisible()
  })

  it('DEP-05 an address of one’s own says that it stays, a shared one that only the amount tells orders apart', async () => {
    server.reply({ '/v1/Do/DepositOrder': order() })
    const shown = show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText(/公共收款地址，靠数量识别您的订单/, {}, wait)).toBeVisible()
    expect(screen.queryByText('专属地址')).toBeNull()
    shown.unmount()
    const { virtualCoin } = order().Data
    server.reply({ '/v1/Do/DepositOrder': order({ virtualCoin: { ...virtualCoin, OwnAddress: true } }) })
    show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
    expect(await screen.findByText('专属地址', {}, wait)).toBeVisible()
    expect(screen.getByText(/只属于您的地址，长期不变/)).toBeVisible()
    expect(screen.getByRole('img', { name: 'USDT-TRC20 收款地址二维码' })).toBeVisible()
  })
})

const addresses = [
  { Id: 2, UsdtType: 'ERC20', UsdtAddress: '0x00112*******0112233', IsDefault: false, Offered: true },
  { Id: 1, UsdtType: 'TRC20', UsdtAddress: 'T9yZXXE*******bnKkDAS', IsDefault: true, Offered: true },
]
const list = { '/v1/Select/GetUsdtAddAddress': { Data: addresses } }

describe('receiving addresses', () => {
  it('WD-03 are shown by their ends, the default first, and a click makes another the default', async () => {
    server.reply(list)
    show(<AddressSlots />)
    const faces = await screen.findAllByRole('button', { name: /USDT-/ })
    expect(faces.map((face) => face.textContent)).toEqual([
      'USDT-TRC20默认T9yZXXE****bnKkDAS波场 Tron',
      'USDT-ERC200x00112****0112233以太坊 Ethereum',
    ])
    expect(server.callsTo('/v1/Select/GetUsdtAddAddress')[0]?.form.get('type')).toBe('1')
    await userEvent.click(faces[1] as HTMLElement)
    await waitFor(() => expect(server.callsTo('/v1/Do/SetUsdtAddAddressDefault')).toHaveLength(1))
    expect(server.callsTo('/v1/Do/SetUsdtAddAddressDefault')[0]?.form.get('id')).toBe('2')
  })

  it.each([
    [1, 0],
    [2, 0],
    [4, 1],
    [20, 1],
  ])('WD-07 the operator allows %i addresses: two leave %i places in their row', async (most, places) => {
    server.reply({ ...list, '/v1/Select/WithdrawalInfo': { Data: { MaxAddresses: most } } })
    show(<AddressSlots />)
    expect(await screen.findAllByRole('button', { name: /USDT-/ })).toHaveLength(2)
    expect(screen.queryAllByRole('button', { name: '添加收款地址' })).toHaveLength(places)
  })

  it('WD-07 there are three places and no more where the operator allows three', async () => {
    server.reply({ '/v1/Select/WithdrawalInfo': { Data: { MaxAddresses: 3 } } })
    server.reply(list)
    const shown = show(<AddressSlots />)
    expect(await screen.findAllByRole('button', { name: '添加收款地址' })).toHaveLength(1)
    shown.unmount()
    const third = { Id: 3, UsdtType: 'OMNI', UsdtAddress: '11MXTre*******HWALyo9', IsDefault: false, Offered: true }
    server.reply({ '/v1/Select/GetUsdtAddAddress': { Data: [...addresses, third] } })
    show(<AddressSlots />)
    expect(await screen.findAllByRole('button', { name: /USDT-/ })).toHaveLength(3)
    expect(screen.queryByRole('button', { name: '添加收款地址' })).toBeNull()
  })

  it('WD-03, WD-07 an address is pasted and never typed, and its network shows before it is sent', async () => {
    server.reply({ '/v1/Select/GetUsdtAddAddress': { Data: [] } })
    const user = userEvent.setup()
    show(<AddressSlots />)
    await user.click((await screen.findAllByRole('button', { name: '添加收款地址' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    const field = dialog.getByLabelText('收款地址')
    await user.click(dialog.getByRole('button', { name: '提交' }))
    expect(dialog.getByText('地址不能为空')).toBeVisible()
    await user.type(field, 'T9')
    expect(field).toHaveValue('')
    expect(dialog.getByText('为防止输错，请复制后粘贴地址')).toBeVisible()
    await user.click(field)
    await user.paste('31hNT1M6Dn3PebjqCjooWrKD95c187fi2j')
    await user.click(dialog.getByRole('button', { name: '提交' }))
    expect(dialog.getByText('地址格式不正确')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '清空' }))
    expect(field).toHaveValue('')
    await user.click(field)
    await user.paste(` ${tron}\n`)
    expect(field).toHaveValue(tron)
    expect(dialog.getByText('识别为 USDT-TRC20（波场 Tron）')).toBeVisible()
    await user.dblClick(dialog.getByRole('button', { name: '提交' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = server.callsTo('/v1/Do/UsdtAddAddress')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.form.get('Address')).toBe(tron)
  })

  it('WD-07 what the server refuses leaves the address where it is', async () => {
    server.reply({
      '/v1/Select/GetUsdtAddAddress': { Data: [] },
      '/v1/Do/UsdtAddAddress': { IsSuc: false, ErrorMessage: '该地址已被绑定' },
    })
    const user = userEvent.setup()
    show(<AddressSlots />)
    await user.click((await screen.findAllByRole('button', { name: '添加收款地址' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    await user.click(dialog.getByLabelText('收款地址'))
    await user.paste(tron)
    await user.click(dialog.getByRole('button', { name: '提交' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/UsdtAddAddress')).toHaveLength(1))
    expect(dialog.getByLabelText('收款地址')).toHaveValue(tron)
    await waitFor(() => expect(dialog.getByLabelText('收款地址')).toHaveAccessibleDescription('该地址已被绑定'))
    expect(dialog.queryByText(/识别为/)).toBeNull()
  })
})

describe('a withdrawal in USDT', () => {
  const terms = {
    MinAmount: 100,
    TimesLeft: 5,
    AmountLeft: 200000,
    Available: 1000,
    Holds: [],
    TurnoverRequired: 0,
    TurnoverDone: 0,
    Buckets: [],
    NeedsName: false,
    HeldUntil: 0,
    IsEnableWithdrawPassword: false,
    MaxCards: 3,
    MaxAddresses: 3,
    ChecksCard: true,
  }
  const quote = {
    WithdrawAmount: 500,
    ExchangeRate: 7.15,
    UsdtType: 'TRC20',
    UsdtCount: 69.93,
    UsdtCountShow: '69.93',
    UsdtAddress: tron,
    IsEnableWithdrawPassword: false,
    ExpiresAt: Date.now() + 120_000,
  }
  const house = (more: object = {}) => ({
    ...list,
    '/v1/Select/WithdrawalInfo': { Data: terms },
    '/v1/Select/PlayerBankItems': { PlayerBanks: [] },
    '/v1/Select/PlayerCenterBalance': { Balance: 800 },
    '/v1/Do/UsdtWithdrawPre': { Data: quote },
    '/v1/Do/UsdtWithdrawAction': { ResultMessage: '提款申请已提交' },
    ...more,
  })

  async function ask(amount: string) {
    const user = userEvent.setup()
    show(<WithdrawPanel availableFen={100_000} />)
    await user.click(screen.getByRole('button', { name: '虚拟币提款' }))
    await user.type(await screen.findByLabelText('提款金额', {}, wait), amount)
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    return user
  }

  it.each([
    [' ', '请输入提款金额'],
    ['99.99', '提款金额最低100元'],
    ['0100', '请输入正确金额'],
    ['100.555', '请输入正确金额'],
    ['1000.01', '超出当前余额限制'],
  ])('WD-04 %j is refused: %s', async (amount, sentence) => {
    server.reply(house())
    await ask(amount)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(server.callsTo('/v1/Do/UsdtWithdrawPre')).toHaveLength(0)
  })

  it('WD-04, D-07 the centre wallet is asked before the quote, and what it holds counts', async () => {
    server.reply(house())
    await ask('900')
    expect(await screen.findByText('超出当前余额限制')).toBeVisible()
    expect(server.callsTo('/v1/Select/PlayerCenterBalance')).toHaveLength(1)
    expect(server.callsTo('/v1/Do/UsdtWithdrawPre')).toHaveLength(0)
  })

  it('WD-03, WD-06, WD-10 shows yuan, coins, rate and address first, and a double click withdraws once', async () => {
    server.reply(house())
    const user = await ask('5 00')
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    expect(Object.fromEntries(server.callsTo('/v1/Do/UsdtWithdrawPre')[0]?.form ?? [])).toEqual({
      id: '1',
      withdrawAmount: '500',
    })
    for (const told of ['¥500.00', '69.93 USDT', '1 USDT = ¥7.15']) expect(dialog.getByText(told)).toBeVisible()
    expect(dialog.getByText('T9yZXX****nKkDAS')).toBeVisible()
    // Trust ADR-3: look-alikes share their ends, so the whole address is shown too.
    expect(screen.getByRole('dialog')).toHaveTextContent(tron)
    expect(server.callsTo('/v1/Do/UsdtWithdrawAction')).toHaveLength(0)
    await user.dblClick(dialog.getByRole('button', { name: '我确认无误' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = server.callsTo('/v1/Do/UsdtWithdrawAction')
    expect(calls).toHaveLength(1)
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({ usdtId: '1', withdrawAmount: '500', fee: '0.00' })
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('D-03 asks for the withdrawal password where the quote says so, and a wrong one can be corrected', async () => {
    server.reply(
      house({
        '/v1/Do/UsdtWithdrawPre': { Data: { ...quote, IsEnableWithdrawPassword: true } },
        '/v1/Do/UsdtWithdrawAction': { IsSuc: false, ResultMessage: '提款密码错误', ErrorMessage: '提款密码错误' },
      }),
    )
    const user = await ask('500')
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    await user.click(dialog.getByRole('button', { name: '我确认无误' }))
    expect(await dialog.findByText('密码不能为空')).toBeVisible()
    await user.type(dialog.getByLabelText('提款密码'), 'money2026')
    await user.click(dialog.getByRole('button', { name: '我确认无误' }))
    expect(await dialog.findByText('提款密码错误')).toBeVisible()
    expect(server.callsTo('/v1/Do/UsdtWithdrawAction')[0]?.form.get('withdrawPassword')).toBe('money2026')
  })

  it('WD-06 a quote that no longer holds is replaced by a new one, to be confirmed anew', async () => {
    let coins = '69.93'
    const said = '报价已失效或汇率已变动，请重新确认'
    server.reply(
      house({
        '/v1/Do/UsdtWithdrawPre': () => ({ Data: { ...quote, UsdtCountShow: coins } }),
        '/v1/Do/UsdtWithdrawAction': { IsSuc: false, Code: 'coin.quote', ResultMessage: said, ErrorMessage: said },
      }),
    )
    const user = await ask('500')
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    coins = '69.44'
    await user.click(dialog.getByRole('button', { name: '我确认无误' }))
    expect(await dialog.findByText('69.44 USDT')).toBeVisible()
    expect(dialog.getByText(said)).toBeVisible()
  })

  it('WD-06 a quote whose time has run out is asked for again, and pays nothing', async () => {
    server.reply(house({ '/v1/Do/UsdtWithdrawPre': () => ({ Data: { ...quote, ExpiresAt: Date.now() - 1000 } }) }))
    const user = await ask('500')
    const dialog = within(await screen.findByRole('dialog', {}, wait))
    expect(dialog.queryByRole('button', { name: '我确认无误' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: '报价已过期，重新报价' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/UsdtWithdrawPre')).toHaveLength(2))
    expect(server.callsTo('/v1/Do/UsdtWithdrawAction')).toHaveLength(0)
  })

  it('WD-06 a refused quote says why and leads nowhere', async () => {
    server.reply(house({ '/v1/Do/UsdtWithdrawPre': { IsSuc: false, ErrorMessage: '流水未完成，还需 ¥300.00' } }))
    await ask('500')
    expect((await screen.findAllByText('流水未完成，还需 ¥300.00')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const rates = [{ UsdtType: 'TRC20', ExchangeRate: 7.05, Expected: '' }]

  it('WD-02 without a real name it leads to where one is filled in', async () => {
    server.reply(house({ '/v1/Select/WithdrawalInfo': { Data: { ...terms, NeedsName: true, UsdtRates: rates } } }))
    const user = userEvent.setup()
    show(<WithdrawPanel availableFen={100_000} />)
    await user.click(screen.getByRole('button', { name: '虚拟币提款' }))
    expect(await screen.findByRole('link', { name: '去填写' }, wait)).toHaveAttribute('href', '#/BaseInfo/my')
    expect(screen.getByText('1 USDT = ¥7.05')).toBeVisible()
    expect(screen.queryByLabelText('提款金额')).toBeNull()
  })

  it('WD-03 without an address there is no form, but the way to add one', async () => {
    server.reply(house({ '/v1/Select/GetUsdtAddAddress': { Data: [] } }))
    const user = userEvent.setup()
    show(<WithdrawPanel availableFen={100_000} />)
    await user.click(screen.getByRole('button', { name: '虚拟币提款' }))
    expect(await screen.findByText(/请先在上方添加一个/, {}, wait)).toBeVisible()
    expect(screen.queryByLabelText('提款金额')).toBeNull()
    expect(screen.getAllByRole('button', { name: '添加收款地址' })).toHaveLength(1)
  })
})
