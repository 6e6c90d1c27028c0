import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectMute, listen, press, tabTo } from '../testing'
import { lottery } from './api'
import { LotteryPage } from './lottery-page'
import type { Lottery, Room, Ticket } from './wire'

const draw = (issue: string) => ({ issue, drawnAt: 0, result: [1, 2, 2], commitment: 'c0ffee', seed: '5eed' })
const one = (issue = '13-20261124-0002', last = '13-20261124-0001'): Lottery => ({
  code: '13',
  name: '快乐骰',
  family: 'k3',
  seconds: 60,
  issue,
  closesAt: Date.now() + 50_000,
  drawnAt: Date.now() + 55_000,
  last: draw(last),
})
const room = (over: Partial<Room> = {}): Room => ({
  now: Date.now(),
  balance: '200.00',
  lottery: one(),
  commitment: 'c0ffee',
  picks: ['大', '小'].map((name) => ({ key: `sum:${name}`, play: '大小单双', of: '三骰之和', name, price: 1940 })),
  units: [2, 1],
  min: '1.00',
  max: '1000.00',
  maxPrize: '100000.00',
  maxLines: 20,
  maxIssues: 10,
  maxTickets: 100,
  draws: [],
  tickets: [],
  ...over,
})
const ticket: Ticket = {
  id: '1',
  at: '2026-11-24 12:00:00',
  game: '13',
  issue: '13-20261124-0002',
  play: '大小单双',
  position: '三骰之和',
  number: '小',
  odds: '1.94',
  unit: 2,
  multiple: 2,
  result: '1,2,2',
  stake: '4.00',
  payout: '7.76',
  status: 'settled',
}

describe('a lottery', () => {
  beforeEach(() => {
    vi.spyOn(lottery, 'hall').mockImplementation(async () => ({
      now: Date.now(),
      balance: '200.00',
      lotteries: [one()],
    }))
    vi.spyOn(lottery, 'room').mockImplementation(async () => room())
    vi.spyOn(lottery, 'buy').mockImplementation(async () => {
      vi.mocked(lottery.room).mockImplementation(async () =>
        room({ balance: '203.76', lottery: one('13-20261124-0003', ticket.issue), tickets: [ticket] }),
      )
      return { balance: '196.00', tickets: [{ ...ticket, status: 'open', payout: '0.00' }] }
    })
    listen()
  })

  it('a ticket is bought by the keyboard alone, and its draw shown', async () => {
    render(<LotteryPage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await screen.findByRole('button', { name: '进入 快乐骰' })
    await press('进入 快乐骰')
    await screen.findByRole('button', { name: '三骰之和 小' })
    await press('三骰之和 小')
    await tabTo('倍数', 'textbox')
    await userEvent.clear(document.activeElement as HTMLInputElement)
    await press('加一倍')
    expect(screen.getByTestId('total')).toHaveTextContent('4.00')
    await press('确认投注')
    await waitFor(() => expect(lottery.buy).toHaveBeenCalledTimes(1))
    expect(lottery.buy).toHaveBeenCalledWith(
      expect.objectContaining({
        issue: '13-20261124-0002',
        unit: 2,
        lines: [{ pick: 'sum:小', multiple: 2 }],
        times: [1],
      }),
    )
    expect(await screen.findByText('中奖 7.76', { selector: '[role=status]' })).toBeVisible()
    expect(screen.getByTestId('balance')).toHaveTextContent('203.76')
  })

  it('the switch mutes a pick', async () => {
    render(<LotteryPage back="http://127.0.0.1:8080/" guest={false} game="13" />)
    const pick = await screen.findByRole('button', { name: '三骰之和 小' })
    await expectMute(() => userEvent.click(pick))
  })
})
