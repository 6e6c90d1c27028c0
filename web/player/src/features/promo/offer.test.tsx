import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { FirstOffer } from '../player/first-offer'
import { zhCN as player } from '../player/text/zh-cn'
import { DepositChoice } from './deposit-choice'
import { broughtBy, type Offer, rateText } from './offer'
import { depositChoice as text } from './text/claim.zh-cn'

const server = fakeServer()

const first: Offer = {
  id: 39,
  name: '首存加赠 2%',
  rate: 200,
  minFen: 10_000,
  capFen: 40_000,
  bonusTurnover: 100,
  depositTurnover: 100,
  missing: '',
}

it('what a deposit brings is the share, rounded down and capped, and the turnover is of both', () => {
  expect(broughtBy(first, 9_999)).toBeUndefined()
  expect(broughtBy(first, 10_000)).toEqual({ bonusFen: 200, turnoverFen: 10_200 })
  expect(broughtBy(first, 10_049)).toEqual({ bonusFen: 200, turnoverFen: 10_249 })
  expect(broughtBy(first, 10_000_000)).toEqual({ bonusFen: 40_000, turnoverFen: 10_040_000 })
  expect(broughtBy({ ...first, capFen: 0, bonusTurnover: 500 }, 100_000)).toEqual({
    bonusFen: 2_000,
    turnoverFen: 110_000,
  })
  expect([200, 150, 33].map(rateText)).toEqual(['2%', '1.50%', '0.33%'])
})

const field = { name: 'activity', onChange: async () => {}, onBlur: async () => {}, ref: () => {} }
const choice = (fen: number, missing = '') =>
  show(
    <DepositChoice
      promotions={[{ id: 39, name: first.name, line: '', offer: { ...first, missing } }]}
      chosen="39"
      fen={fen}
      field={field}
    />,
  )

it('H1 the form says the sum and the turnover before the player pays, and what is missing as a way there', () => {
  const page = choice(200_000, '请先填写真实姓名')
  expect(screen.getByText(new RegExp(text.brings('2,000', '40.00', '2,040.00')))).toBeVisible()
  expect(screen.getByRole('link', { name: '请先填写真实姓名' })).toHaveAttribute('href', '#/BaseInfo/my')
  // The bonus is not promised with the deposit where it waits for name and card.
  expect(screen.getByText(/填写真实姓名并绑定本人银行卡，加赠才会到账/)).toBeVisible()
  expect(screen.queryByText(/加赠随存款到账/)).toBeNull()
  page.unmount()
  choice(5_000, '请先绑定本人银行卡')
  expect(screen.getByText(new RegExp(text.least('100')))).toBeVisible()
  expect(screen.getByRole('link', { name: '请先绑定本人银行卡' })).toHaveAttribute('href', '#/BaseInfo/bank')
})

it('the registration says what the first deposit brings, and promises nothing where there is no offer', async () => {
  const path = '/v1/PubInterface/FirstOffer'
  server.reply({
    [path]: {
      Data: {
        Id: 39,
        Name: first.name,
        First: true,
        Rate: 200,
        Min: 100,
        Cap: 400,
        BonusTurnover: 100,
        DepositTurnover: 100,
        Missing: '',
      },
    },
  })
  const page = show(<FirstOffer />)
  expect(screen.getByText(player.offerNone)).toBeVisible()
  expect(await screen.findByText(player.offer('2%', '400'))).toBeVisible()
  expect(screen.getByText(player.offerSum('1,000', '20.00', '1,020.00'))).toHaveTextContent(
    '填写真实姓名并绑定本人银行卡',
  )
  page.unmount()
  server.reply({
    [path]: {
      Data: {
        Id: 0,
        Name: '',
        First: false,
        Rate: 0,
        Min: 0,
        Cap: 0,
        BonusTurnover: 0,
        DepositTurnover: 0,
        Missing: '',
      },
    },
  })
  show(<FirstOffer />)
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.getByText(player.offerNone)).toBeVisible()
})
