import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sportBet } from '../../testing/canned'
import { BetPicks } from './bet-picks'

const blank = {
  league: '',
  event: '',
  match: '',
  market: '',
  pick: '',
  side: '',
  odds: '',
  oddsType: '',
  score: '',
  result: '',
}

const cells = () =>
  screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((c) => c.textContent),
  )
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .filter((head) => head.closest('thead') !== null)
    .map((head) => head.textContent)
    .filter(Boolean)

test('a single shows its match, its side of the market and its pick', () => {
  render(<BetPicks bet={sportBet} />)
  expect(screen.getByText('让球 -0.75 1-0')).toBeVisible()
  expect(heads()).toEqual(['联赛', '赛事', '赛事编号', '盘口', '选项', '方向', '赔率', '下注时比分'])
  expect(cells()).toContainEqual([
    '云海足球超级联赛',
    '青龙 VS 铁鹰',
    '881204',
    '让球 -0.75',
    '青龙',
    '主队',
    '0.95 HK',
    '1-0',
  ])
})

test('a parlay shows each of its legs', () => {
  const legs = [
    { ...blank, event: '甲 VS 乙', market: '双重机会', pick: '甲/和局', side: 'home+draw', odds: '1.30' },
    { ...blank, event: '丙 VS 丁', market: '波胆', pick: '2:1', odds: '8.50' },
  ]
  render(<BetPicks bet={{ ...sportBet, round: '', market: '', side: '', legs }} />)
  expect(heads()).toEqual(['赛事', '盘口', '选项', '方向', '赔率'])
  expect(cells()).toContainEqual(['甲 VS 乙', '双重机会', '甲/和局', '主队 或 和局', '1.30'])
  expect(cells()).toContainEqual(['丙 VS 丁', '波胆', '2:1', '', '8.50'])
})

test('words of another venue stay, and a bet of which nothing is told shows nothing', () => {
  const { container, rerender } = render(
    <BetPicks bet={{ ...sportBet, round: 'r1', market: 'win', side: 'banker', legs: [] }} />,
  )
  expect(screen.getByText('banker')).toBeVisible()
  expect(screen.getByText('win')).toBeVisible()
  rerender(<BetPicks bet={{ ...sportBet, round: '', market: '', side: '', legs: [] }} />)
  expect(container).toBeEmptyDOMElement()
})
