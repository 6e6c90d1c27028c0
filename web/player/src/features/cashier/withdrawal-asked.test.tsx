import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { WithdrawPanel } from './withdraw-panel'

const server = fakeServer()
beforeEach(logIn)

const tron = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKDAS123'
const record = {
  OrderSn: 'T261128J0RBWG6D4A1',
  Kind: 'withdrawal',
  KindText: '提款',
  Amount: 300,
  Status: 0,
  StatusText: '审核中',
  Steps: [
    { Time: '2026-03-02 10:00:00', Text: '提交提款，金额已冻结', Done: true },
    { Time: '', Text: '审核', Done: false },
    { Time: '', Text: '出款', Done: false },
    { Time: '', Text: '到账', Done: false },
  ],
  Facts: [
    { Label: '收款账户', Text: '工商银行 尾号 0128' },
    { Label: '手续费', Text: '免费' },
  ],
  Next: '款项已冻结，等待审核。近 7 日同类出款较少，暂无用时统计。',
  Act: false,
  Reason: '',
  TakeBack: true,
}
const terms = {
  MinAmount: 100,
  DailyLimit: 200000,
  TimesLeft: 5,
  AmountLeft: 200000,
  Available: 500,
  Holds: [],
  Buckets: [],
  UsdtRates: [],
  MaxAddresses: 3,
}
const answers = {
  '/v1/Select/WithdrawalInfo': { Data: terms },
  '/v1/Select/PlayerBankItems': {
    PlayerBanks: [{ Id: 3, BankName: '工商银行', AccountNumber: '***0128', TrueName: '王*', IsDefault: true }],
  },
  '/v1/Select/RecordDetail': { Data: record },
}

it('H-520 a withdrawal that was asked for stays on screen: number, target, fee, steps and the way back', async () => {
  server.reply({
    ...answers,
    '/v1/Do/CallWithdrawAction': { ResultMessage: '提款申请已提交', OrderSn: record.OrderSn },
    '/v1/Do/WithdrawTakeBackAction': { ResultMessage: '提款已撤回' },
  })
  const user = userEvent.setup()
  show(<WithdrawPanel availableFen={50000} />)
  await user.type(await screen.findByLabelText('提款金额'), '300')
  await user.click(screen.getByRole('button', { name: '提交提款' }))
  await user.click(await screen.findByRole('button', { name: '确认无误，提交' }))
  const sheet = within(await screen.findByRole('dialog', { name: '提款申请已提交' }))
  expect(await sheet.findByText('工商银行 尾号 0128')).toBeVisible()
  expect(server.callsTo('/v1/Select/RecordDetail')[0]?.form.get('OrderSn')).toBe(record.OrderSn)
  for (const told of ['¥300.00', '免费', record.Next]) expect(sheet.getByText(told)).toBeVisible()
  expect(sheet.getByRole('button', { name: '复制单号' })).toBeVisible()
  expect(sheet.getByRole('list', { name: '进度' }).children).toHaveLength(4)
  await user.click(sheet.getByRole('button', { name: '撤回提款' }))
  await user.click(sheet.getByRole('button', { name: '确认撤回' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/WithdrawTakeBackAction')).toHaveLength(1))
  await user.click(sheet.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('H-520 a withdrawal in coins stays on screen too', async () => {
  server.reply({
    ...answers,
    '/v1/Select/GetUsdtAddAddress': {
      Data: [{ Id: 1, UsdtAddress: 'T9yZXXE*******bnKkDAS', UsdtType: 'TRC20', IsDefault: true, Offered: true }],
    },
    '/v1/Select/PlayerCenterBalance': { Balance: 800 },
    '/v1/Do/UsdtWithdrawPre': {
      Data: {
        WithdrawAmount: 300,
        ExchangeRate: 7.15,
        UsdtType: 'TRC20',
        UsdtCount: 41.95,
        UsdtCountShow: '41.95',
        UsdtAddress: tron,
        IsEnableWithdrawPassword: false,
        ExpiresAt: Date.now() + 120_000,
      },
    },
    '/v1/Do/UsdtWithdrawAction': { ResultMessage: '提款申请已提交', OrderSn: record.OrderSn },
  })
  const user = userEvent.setup()
  show(<WithdrawPanel availableFen={50000} />)
  await user.click(screen.getByRole('button', { name: '虚拟币提款' }))
  await user.type(await screen.findByLabelText('提款金额', {}, { timeout: 10_000 }), '300')
  await user.click(screen.getByRole('button', { name: '提交提款' }))
  await user.click(await screen.findByRole('button', { name: '我确认无误' }, { timeout: 10_000 }))
  const sheet = within(await screen.findByRole('dialog', { name: '提款申请已提交' }))
  expect(await sheet.findByText(record.Next)).toBeVisible()
})
