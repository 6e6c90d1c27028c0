import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { FirstOffer } from '../player/first-offer'
import { zhCN as player } from '../player/text/zh-cn'
import { DepositChoice } from './deposit-choice'
import { broughtBy, mostFor, type Offer, rateText } from './offer'
import { depositChoice as text } from './text/claim.zh-cn'

const server = fakeServer()

const first: Offer = {
  id: 39,
  name: '首存加赠 2%',
  first: true,
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
  expect(screen.getAllByText(new RegExp(text.least('100')))).toHaveLength(2)
  expect(screen.getByRole('link', { name: '请先绑定本人银行卡' })).toHaveAttribute('href', '#/BaseInfo/bank')
})

const daily: Offer = { ...first, id: 38, name: '每日存款加赠 4%', first: false, rate: 400, capFen: 200_000 }
const both = (fen: number, chosen = '') =>
  show(
    <DepositChoice
      promotions={[daily, first].map((offer) => ({ id: offer.id, name: offer.name, line: '', offer }))}
      chosen={chosen}
      fen={fen}
      turnoverPercent={100}
      field={field}
    />,
  )

it('the offers are compared for the sum in the form, and the one that adds the most is marked and not chosen', () => {
  const page = both(200_000)
  const radio = (name: string) => screen.getByRole('radio', { name })
  expect(radio(first.name)).toHaveAccessibleDescription(text.bonus('40.00', '2,040.00'))
  expect(radio(daily.name)).toHaveAccessibleDescription(`${text.bonus('80.00', '2,080.00')} ${text.most}`)
  expect(radio(text.none)).toHaveAccessibleDescription(text.turnover('2,000.00'))
  expect(radio(daily.name)).not.toBeChecked()
  expect(screen.getByText(text.onlyOne(2))).toBeVisible()
  expect(screen.getByText(text.firstOnly(first.name))).not.toHaveClass('invisible')
  page.unmount()
  both(0, '39')
  expect(radio(first.name)).toHaveAccessibleDescription(text.share('2%', '400'))
  expect(screen.getByText(text.firstOnly(first.name))).toHaveClass('invisible')
  expect(screen.queryByText(text.most)).toBeNull()
})

it('no offer adds the most where they add as much, or where one alone adds anything', () => {
  expect(mostFor([first, daily], 200_000)).toBe(38)
  expect(mostFor([first, { ...daily, rate: 200 }], 200_000)).toBeUndefined()
  expect(mostFor([first, { ...daily, minFen: 300_000 }], 200_000)).toBeUndefined()
  expect(mostFor([first], 200_000)).toBeUndefined()
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
