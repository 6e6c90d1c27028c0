import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { isOver, pendingOrder } from './deposit-queries'
import OrderDialog from './order-dialog'
import { PendingOrder } from './pending-order'

const server = fakeServer()
beforeEach(logIn)

const address = 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS'
const reversed = {
  order_sn: 'D1',
  amount: 500,
  received: 500,
  status: 'reversed',
  expires_at: Date.now() + 1200_000,
  style: 'VirtualCoin',
  link: '',
  msg: '',
  created_at: 0,
  virtualCoin: {
    num: '69.94',
    to_addr: address,
    to_addr_qr_img: '',
    UsdtType: 'TRC20',
    ExchangeRate: 7.15,
    Worth: 500.07,
    OwnAddress: false,
  },
}

it('says that a deposit was reversed, and shows no address to pay to any more', async () => {
  server.reply({ '/v1/Do/DepositOrder': { Data: reversed } })
  show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
  expect(await screen.findByText('已冲正，款项已扣回')).toBeVisible()
  expect(screen.getByRole('dialog', { name: '存款订单' })).not.toHaveTextContent(address)
  expect(screen.queryByRole('timer')).toBeNull()
})

it('asks no more about a reversed deposit, and does not count it as unfinished', async () => {
  pendingOrder.set('D1')
  server.reply({ '/v1/Do/DepositOrder': { Data: reversed } })
  show(<PendingOrder onShow={vi.fn()} />)
  await waitFor(() => expect(pendingOrder.get()).toBe(''))
  expect(screen.queryByText(/未完成的存款订单/)).toBeNull()
  expect(isOver('reversed')).toBe(true)
})
