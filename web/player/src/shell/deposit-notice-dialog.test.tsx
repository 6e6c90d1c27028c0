import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../test/server'
import DepositNoticeDialog from './deposit-notice-dialog'

const server = fakeServer()
beforeEach(logIn)

const credited = {
  Data: {
    order_sn: 'D261127202953YGQR',
    amount: 500,
    received: 500,
    status: 'credited',
    expires_at: 0,
    style: 'Link',
    link: '',
    msg: '',
    created_at: 0,
    turnoverPercent: 100,
    bonus: {
      name: '首存加赠 2%',
      order_sn: 'B261127202953YGQRAB',
      amount: 10,
      turnover: 10,
      state: '待完善资料',
      next: '请在30天内填写真实姓名并绑定本人银行卡，加赠随后自动派发到中心钱包。',
      act: true,
    },
  },
}

it('H-487 the notice of an arrival has the number to copy and what the promotion still asks', async () => {
  server.reply({ '/v1/Do/DepositOrder': credited })
  show(<DepositNoticeDialog orderSn="D261127202953YGQR" fen={50_000} onClose={vi.fn()} />)
  expect(screen.getByText('D261127202953YGQR')).toBeVisible()
  expect(screen.getByRole('button', { name: '复制订单号' })).toBeVisible()
  const bonus = within(await screen.findByRole('region', { name: '已选优惠' }))
  expect(bonus.getByText('待完善资料')).toBeVisible()
  expect(bonus.getByText('加赠 ¥10.00，提款前连同存款共需流水 ¥510.00')).toBeVisible()
  expect(bonus.getByRole('link', { name: '去完善资料' })).toHaveAttribute('href', '#/BaseInfo/bank')
})

it('a promotion that is read after the notice is shown moves none of its buttons', async () => {
  server.reply({ '/v1/Do/DepositOrder': credited })
  show(<DepositNoticeDialog orderSn="D261127202953YGQR" fen={50_000} onClose={vi.fn()} />)
  const bonus = await screen.findByRole('region', { name: '已选优惠' })
  expect(screen.getByRole('link', { name: '去玩游戏' })).toHaveAttribute('href', '#/Egame?type=-1')
  for (const button of [screen.getByRole('button', { name: '好的' }), screen.getByRole('link', { name: '去玩游戏' })])
    expect(button.compareDocumentPosition(bonus)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
