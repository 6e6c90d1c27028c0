import { clearLogin, keepLogin } from '@shared/session'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../test/server'
import AccountLayout from './account-layout'

const server = fakeServer()

it('NAV-10 account pages have the name, the level, the wallet and the seven ways in their order, ours after them', async () => {
  keepLogin({ Ticket: 'ticket', PlayerName: 'ming88' })
  server.reply({
    '/v1/Select/PlayerInfoItem': { PlayerName: 'ming88', VipLevel: 7 },
    '/v1/Select/PlayerBalance': { Balance: 1234.5, SumAmount: 2000, LockBalance: 0, VenueAmount: [] },
  })
  show(<AccountLayout>page</AccountLayout>, '/Withdrawal')
  expect(screen.getByText('ming88')).toBeInTheDocument()
  expect(await screen.findByText('VIP7')).toBeInTheDocument()
  expect(await screen.findByText('¥2,000.00')).toBeInTheDocument()
  expect(screen.getByText('钱包余额 ¥1,234.50')).toBeInTheDocument()
  const links = within(screen.getByRole('navigation', { name: '账户菜单' })).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    '个人资料 #/BaseInfo/my',
    '存款 #/Deposit',
    '提款 #/Withdrawal',
    '转账 #/Transfer',
    '资金记录 #/CashLog',
    '银行卡 #/BankCard',
    '投注记录 #/BetRecord',
    '账户安全 #/Security',
    '自助优惠 #/Discount',
    '邀请好友 #/Invite',
    '消息 #/Inbox',
    '客服中心 #/Support',
    '理性娱乐 #/Limits',
  ])
  expect(screen.getByRole('link', { name: '提款' })).toHaveAttribute('aria-current', 'page')
})

it('ACC-12 user info is kept locally, and goes with the login', async () => {
  keepLogin({ Ticket: 'ticket', PlayerName: 'ming88' })
  server.reply({ '/v1/Select/PlayerInfoItem': { PlayerName: 'ming88', VipLevel: 7, TrueName: '王*' } })
  show(<AccountLayout>page</AccountLayout>, '/Withdrawal')
  expect(await screen.findByText('VIP7')).toBeInTheDocument()
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}')).toMatchObject({ PlayerName: 'ming88', TrueName: '王*' })
  act(() => clearLogin())
  expect(localStorage.getItem('userInfo')).toBeNull()
})
