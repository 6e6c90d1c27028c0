import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import DepositPage from '../features/cashier/deposit-page'
import { openOrder } from '../open-order'
import { fakeServer, logIn, show } from '../test/server'
import DepositNotice from './deposit-notice'

const server = fakeServer()
beforeEach(logIn)

const order = (status: string) => ({
  Data: {
    order_sn: 'D261127202953YGQR',
    amount: 500,
    status,
    expires_at: Date.now() + 1_200_000,
    style: 'Link',
    link: '',
    received: 0,
    created_at: 0,
  },
})

const recent = {
  Amount: 100,
  OrderSn: 'D1',
  FinanceType: '存款',
  StartTime: '2026-03-02 12:00:00',
  Status: 1,
  StatusText: '已到账',
  PlayerName: 'demo01',
  Reason: '',
  Target: '',
}

it('DEP-08 after paying there is one dialog: the order closes by itself, and the notice says that it is credited', async () => {
  let status = 'claimed'
  server.reply({
    '/v1/Do/DepositOrder': () => order(status),
    '/v1/Select/RecentDeposit': () => ({
      Data: { deposit: status === 'credited' ? [{ OrderSn: 'D261127202953YGQR', Amount: 500 }] : [] },
    }),
    '/v1/Select/FundingItems': { FundingDataItems: [recent], PageCount: 1, RowCount: 1 },
    '/v1/Select/Events': [404, {}],
  })
  openOrder.set('D261127202953YGQR')
  show(
    <>
      <DepositPage />
      <DepositNotice />
    </>,
    '/Deposit',
  )
  await screen.findByRole('dialog', { name: '存款订单' })
  // Hidden by the dialog; its own first read must not pass for the read after the deposit.
  await screen.findByText('最近存款')
  const listed = () => server.callsTo('/v1/Select/FundingItems').length
  const before = listed()
  status = 'credited'
  const most = vi.fn()
  const watch = new MutationObserver(() => most(document.querySelectorAll('[role="dialog"]').length))
  watch.observe(document.body, { childList: true, subtree: true })
  expect(await screen.findByRole('dialog', { name: '存款到账' }, { timeout: 15_000 })).toBeVisible()
  watch.disconnect()
  await vi.waitFor(() => expect(listed()).toBeGreaterThan(before))
  expect(Math.max(...most.mock.calls.map(([count]) => count))).toBe(1)
  expect(screen.queryByRole('dialog', { name: '存款订单' })).toBeNull()
}, 20_000)
