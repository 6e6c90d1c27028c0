import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DepositChoice } from './deposit-choice'
import type { DepositPromotion } from './promo-queries'
import { steady, useSteadyPromotions } from './steady-promotions'

const first: DepositPromotion = { id: 39, name: '首存加赠 2%', line: '' }
const daily: DepositPromotion = { id: 38, name: '每日存款加赠 4%', line: '' }
const field = { name: 'activity', onChange: async () => {}, onBlur: async () => {}, ref: () => {} }

function Choice({ now }: { now: DepositPromotion[] | undefined }) {
  return <DepositChoice promotions={useSteadyPromotions(now)} chosen="" field={field} />
}

it('H-489 a promotion that ends while the page is open keeps its place and cannot be chosen', () => {
  const { rerender } = render(<Choice now={undefined} />)
  rerender(<Choice now={[daily, first]} />)
  expect(screen.getByRole('radio', { name: /首存加赠/ })).toBeEnabled()
  rerender(<Choice now={[]} />)
  expect(screen.getByRole('radio', { name: /首存加赠/ })).toBeDisabled()
  expect(screen.getByRole('radio', { name: /每日存款加赠/ })).toBeDisabled()
  expect(screen.getByRole('radio', { name: '不参加优惠' })).toBeEnabled()
})

it('the shown promotions keep their order, and a new one comes behind them', () => {
  expect(steady([daily, first], [first])).toEqual([{ ...daily, over: true }, first])
  expect(steady([first], [daily, first])).toEqual([first, daily])
  expect(steady([{ ...daily, over: true }], [daily])).toEqual([daily])
})
