import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import ReferralPage from './referral-page'

const server = fakeServer()
beforeEach(logIn)

const answer = {
  Open: true,
  Amount: 100,
  DepositMin: 2000,
  Invited: 1,
  Rewarded: 1,
  Earned: 100,
  Items: [
    {
      PlayerName: 'Fr***1',
      Time: '2026-03-02 10:00:00',
      UntilTime: '2026-04-02 10:00:00',
      State: 'rewarded',
      Amount: 100,
    },
  ],
  PageCount: 1,
  RowCount: 1,
  PageIndex: 1,
}

it('PROMO-08 shows the link, the code to scan, friends by state and what they brought', async () => {
  server.reply({ '/v1/Select/Referrals': { Data: answer } })
  show(<ReferralPage />)
  expect(await screen.findByText('Fr***1')).toBeVisible()
  expect(screen.getByText('已派发')).toBeVisible()
  expect(screen.getByText(/累计达 ¥2,000，您得 ¥100/)).toBeVisible()
  expect(screen.getByText(/#\/register\?invitePeopleId=demo01$/)).toBeVisible()
  expect(await screen.findByRole('img', { name: '邀请二维码' })).toBeVisible()
})

it('PROMO-08 without friends it says how they come to be here', async () => {
  server.reply({ '/v1/Select/Referrals': { Data: { ...answer, Open: false, Invited: 0, Items: [] } } })
  show(<ReferralPage />)
  expect(await screen.findByText('还没有好友通过您的链接注册')).toBeVisible()
  expect(screen.getByText('邀请奖励活动暂未开放，邀请关系仍会记录。')).toBeVisible()
})
