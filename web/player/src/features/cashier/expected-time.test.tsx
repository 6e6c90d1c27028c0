import { paidCoinCents } from '@shared/usdt'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { UsdtForm } from './usdt-form'
import { QuoteDialog } from './usdt-quote-dialog'
import { WithdrawForm } from './withdraw-form'

fakeServer()
beforeEach(logIn)

const unknown = '由人工审核，通过后安排出款，每一步的进度会在「提款进度」更新。'
const known = '近 7 日内出款的同类提款，五笔中有四笔用时不超过 20 分钟。'
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
  expected: '',
  payouts: [{ network: 'TRC20' as const, rate: '7.30', expected: known }],
}
const card = { id: 3, bank: '工商银行', number: '***0128', holder: '王*', isDefault: true }
const address = { id: 5, network: 'TRC20' as const, address: 'TQrZ9wB******7abcdef', isDefault: true, offered: true }

it.each([known, ''])(
  'H-506 a bank withdrawal says its time in form and confirmation, or once what happens: %s',
  async (expected) => {
    const user = userEvent.setup()
    show(<WithdrawForm terms={{ ...terms, expected }} cards={[card]} availableFen={50000} />)
    expect(screen.getByText(expected || unknown)).toBeVisible()
    await user.type(screen.getByLabelText('提款金额'), '500')
    await user.click(screen.getByRole('button', { name: '提交提款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '确认提款' }))
    if (expected) expect(dialog.getByText(expected)).toBeVisible()
    else expect(dialog.queryByText(unknown)).toBeNull()
  },
)

it('H-489 the form of a USDT withdrawal says the rate, the coins and the time before the next step', async () => {
  const user = userEvent.setup()
  show(<UsdtForm terms={terms} address={address} availableFen={50000} />)
  expect(screen.getByText('1 USDT = ¥7.30')).toBeVisible()
  expect(screen.getByText(known)).toBeVisible()
  await user.type(screen.getByLabelText('提款金额'), '500')
  expect(screen.getByText('约 68.49 USDT')).toBeVisible()
})

it('H-489 a network without a rate is said, and the confirmation of a quote says the time', () => {
  show(<UsdtForm terms={{ ...terms, payouts: [] }} address={address} availableFen={50000} />)
  expect(screen.getByText(/该网络暂无汇率/)).toBeVisible()
  const quote = {
    addressId: 5,
    amount: '500',
    fen: 50000,
    feeFen: 0,
    rate: '7.30',
    network: 'TRC20' as const,
    coins: '68.49',
    address: 'TQrZ9wB******7abcdef',
    asksPassword: false,
    until: Date.now() + 120_000,
  }
  show(<QuoteDialog quote={quote} expected={known} onClose={vi.fn()} onQuoteOver={vi.fn()} onDone={vi.fn()} />)
  expect(screen.getByText(known)).toBeVisible()
})

it('the form says the least and the most of one withdrawal before an amount is typed', () => {
  const { unmount } = show(<WithdrawForm terms={{ ...terms, maxFen: 5_000_000 }} cards={[card]} availableFen={50000} />)
  expect(screen.getByText('单笔最低 ¥100，最高 ¥50,000')).toBeVisible()
  unmount()
  show(<UsdtForm terms={terms} address={address} availableFen={50000} />)
  expect(screen.getByText('单笔最低 ¥100，最高以今日剩余额度为限')).toBeVisible()
})

it('the coins of a withdrawal are rounded down, as the server rounds them', () => {
  expect([
    paidCoinCents(50_000, '7.30'),
    paidCoinCents(73_000, '7.30'),
    paidCoinCents(1, '7.30'),
    paidCoinCents(0, '7.30'),
  ]).toEqual([6849, 10000, 0, 0])
})
