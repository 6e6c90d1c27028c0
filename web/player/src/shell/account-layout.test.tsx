import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../test/server'
import AccountLayout from './account-layout'

const server = fakeServer()

it('NAV-10 account pages have the name, the level, the wallet and the seven ways in their order', async () => {
  logIn()
  server.reply({
    '/v1/Select/PlayerInfoItem': { PlayerName: 'ming88', VipLevel: 7 },
    '/v1/Select/PlayerBalance': { Balance: 1234.5, SumAmount: 1234.5, LockBalance: 0, VenueAmount: [] },
  })
  show(<AccountLayout>page</AccountLayout>, '/Withdrawal')
  expect(await screen.findByText('VIP7')).toBeInTheDocument()
  expect(await screen.findByText('¥1,234.50')).toBeInTheDocument()
  const links = within(screen.getByRole('navigation', { name: '账户菜单' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    '个人资料',
    '存款',
    '提款',
    '转账',
    '资金记录',
    '银行卡',
    '投注记录',
  ])
  expect(screen.getByRole('link', { name: '提款' })).toHaveAttribute('aria-current', 'page')
})
