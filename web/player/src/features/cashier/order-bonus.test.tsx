import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import OrderDialog from './order-dialog'

const server = fakeServer()
beforeEach(logIn)

const order = (status: string, bonus?: object) => ({
  Data: {
    order_sn: 'D261127202953YGQR',
    amount: 500,
    received: status === 'credited' ? 500 : 0,
    status,
    expires_at: Date.now() + 1_200_000,
    style: 'Link',
    link: '',
    msg: '',
    created_at: 0,
    turnoverPercent: 100,
    ...(bonus && {
      bonus: { name: '首存加赠 2%', order_sn: '', amount: 10, turnover: 10, state: '', next: '', act: false, ...bonus },
    }),
  },
})
const path = '/v1/Do/DepositOrder'

it('H-487 the dialog of an order names the chosen promotion, its sum and all of its turnover', async () => {
  server.reply({ [path]: order('pending', {}) })
  show(<OrderDialog orderSn="D261127202953YGQR" onClose={vi.fn()} />)
  const bonus = within(await screen.findByRole('region', { name: '已选优惠' }))
  expect(bonus.getByText('首存加赠 2%')).toBeVisible()
  expect(bonus.getByText('加赠 ¥10.00，提款前连同存款共需流水 ¥510.00')).toBeVisible()
})

it('H-487 an order without a promotion, or one that brings nothing any more, names none', async () => {
  server.reply({ [path]: order('pending') })
  show(<OrderDialog orderSn="D1" onClose={vi.fn()} />)
  expect(await screen.findByText('订单已创建，等待付款')).toBeVisible()
  expect(screen.queryByRole('region', { name: '已选优惠' })).toBeNull()
  server.reply({ [path]: order('expired', {}) })
  show(<OrderDialog orderSn="D2" onClose={vi.fn()} />)
  expect(await screen.findByText(/订单已过期/)).toBeVisible()
  expect(screen.queryByRole('region', { name: '已选优惠' })).toBeNull()
})
