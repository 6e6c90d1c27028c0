import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectMute, listen, press, tabTo } from '../testing'
import { live } from './api'
import { LivePage } from './floor-page'
import type { LiveBet, Seat, Table } from './wire'

const table = (over: Partial<Table> = {}): Table => ({
  code: 'B1',
  name: '金桂一桌',
  game: 'baccarat',
  min: '1.00',
  max: '5000.00',
  round: 'B1-1',
  number: 1,
  phase: 'betting',
  endsAt: Date.now() + 60_000,
  lasts: 18_000,
  road: [],
  staked: '0.00',
  ...over,
})
const seat = (over: Partial<Seat> = {}): Seat => ({
  now: Date.now(),
  balance: '200.00',
  table: table(),
  closesAt: Date.now() + 60_000,
  commitment: 'c0ffee',
  spots: [
    { key: 'player', name: '闲', odds: 100 },
    { key: 'tie', name: '和', odds: 800 },
    { key: 'banker', name: '庄', odds: 95 },
  ],
  bets: [],
  history: [],
  ...over,
})
const won: LiveBet = {
  id: '1',
  at: '2026-11-23 12:00:00',
  table: '金桂一桌',
  round: 'B1-1',
  spot: 'tie',
  stake: '5.00',
  payout: '45.00',
  status: 'settled',
}

describe('a dealer table', () => {
  beforeEach(() => {
    vi.spyOn(live, 'floor').mockImplementation(async () => ({ now: Date.now(), balance: '200.00', tables: [table()] }))
    vi.spyOn(live, 'seat').mockImplementation(async () => seat())
    vi.spyOn(live, 'bet').mockResolvedValue({ balance: '195.00', bets: [] })
    listen()
  })

  it('a round is played by the keyboard alone', async () => {
    vi.mocked(live.bet).mockImplementation(async () => {
      const shown = table({ phase: 'shown', endsAt: Date.now() + 5000, staked: '5.00' })
      const outcome = { left: ['S9', 'H10'], right: ['C9', 'D10'], points: [9, 9] as [number, number], number: 0 }
      vi.mocked(live.seat).mockImplementation(async () =>
        seat({
          table: shown,
          balance: '240.00',
          bets: [won],
          outcome: { ...outcome, winner: 'tie', pairs: [false, false] },
        }),
      )
      return { balance: '195.00', bets: [{ ...won, status: 'open', payout: '0.00' }] }
    })
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await screen.findByRole('button', { name: '入座 金桂一桌' })
    await press('入座 金桂一桌')
    await screen.findByRole('button', { name: '和 1:8' })
    await userEvent.keyboard('2') // the chip of 5
    await press('庄 1:0.95')
    await userEvent.keyboard('{Backspace}')
    await press('和 1:8')
    await tabTo('确认下注 5')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(live.bet).toHaveBeenCalledTimes(1))
    expect(live.bet).toHaveBeenCalledWith(expect.any(String), 'B1-1', [{ spot: 'tie', stake: '5.00' }])
    expect(await screen.findByText('闲 9 : 庄 9 · 和')).toBeVisible()
    expect(screen.getByText('+40.00')).toBeVisible()
    expect(screen.getByTestId('balance')).toHaveTextContent('240.00')
  })

  it('a stake that a tie gives back is no hit', async () => {
    const back: LiveBet = { ...won, id: '2', spot: 'banker', payout: '5.00' }
    vi.mocked(live.seat).mockImplementation(async () =>
      seat({
        table: table({ phase: 'shown', endsAt: Date.now() + 5000 }),
        bets: [won, back],
        outcome: { left: ['S9'], right: ['C9'], points: [9, 9], number: 0, winner: 'tie', pairs: [false, false] },
      }),
    )
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await userEvent.click(await screen.findByRole('button', { name: '入座 金桂一桌' }))
    expect(await screen.findByRole('button', { name: /^和 1:8/ })).toHaveClass('hit')
    expect(screen.getByRole('button', { name: /^庄 1:0.95/ })).not.toHaveClass('hit')
  })

  it('the stakes of the others are shown, and who of them is simulated', async () => {
    vi.mocked(live.floor).mockResolvedValue({
      now: Date.now(),
      balance: '200.00',
      tables: [table({ players: 2, others: '30.00' })],
      lively: true,
    })
    vi.mocked(live.seat).mockImplementation(async () =>
      seat({
        table: table({ players: 2, others: '30.00' }),
        others: [
          { name: '张**', spot: 'banker', stake: '20.00', crowd: true },
          { name: 'm***g', spot: 'player', stake: '10.00', crowd: false },
        ],
      }),
    )
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    expect(await screen.findByText(/含模拟玩家/)).toBeVisible()
    expect(screen.getByText('同桌 2 人 · 30.00')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '入座 金桂一桌' }))
    const others = await screen.findByRole('complementary', { name: '同桌投注' })
    expect(others).toHaveTextContent('同桌 2 人 · 30.00m***g闲10张**模拟庄20')
    // The name of a button tells the player's own stake alone.
    expect(screen.getByRole('button', { name: '庄 1:0.95' })).toHaveTextContent('1 人 20')
  })

  it('the round before stands in the next betting time with what it brought', async () => {
    const last = { left: ['S2'], right: ['C9'], points: [2, 9] as [number, number], number: 0, winner: 'banker' }
    vi.mocked(live.seat).mockImplementation(async () =>
      seat({ last: { ...last, pairs: [false, false], net: '-100.00' } }),
    )
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await userEvent.click(await screen.findByRole('button', { name: '入座 金桂一桌' }))
    expect(await screen.findByText('上局 闲 2 : 庄 9 · 庄赢 · -100.00')).toBeVisible()
  })

  it('a table of dice takes a bet on a pair and shows every spot that a throw hits', async () => {
    const dice = { code: 'S1', name: '金骰一桌', game: 'sicbo' as const, round: 'S1-1' }
    const spots = [
      { key: 'small', name: '小', odds: 100 },
      { key: 'odd', name: '单', odds: 100 },
      { key: 'p2', name: '对2', odds: 1000 },
      { key: 't2', name: '围2', odds: 18000 },
      { key: 's9', name: '9点', odds: 700 },
      { key: 'd2', name: '单骰2', odds: 100 },
      { key: 'd5', name: '单骰5', odds: 100 },
      { key: 'd6', name: '单骰6', odds: 100 },
    ]
    vi.mocked(live.floor).mockImplementation(async () => ({
      now: Date.now(),
      balance: '200.00',
      tables: [table(dice)],
    }))
    vi.mocked(live.seat).mockImplementation(async () => seat({ table: table(dice), spots }))
    vi.mocked(live.bet).mockImplementation(async () => {
      const outcome = { dice: [5, 2, 2], points: [0, 0] as [number, number], number: 9, winner: 'small' }
      vi.mocked(live.seat).mockImplementation(async () =>
        seat({
          table: table({ ...dice, phase: 'shown', endsAt: Date.now() + 5000, lasts: 5000 }),
          spots,
          bets: [{ ...won, round: 'S1-1', spot: 'p2', stake: '10.00', payout: '110.00' }],
          outcome: { ...outcome, pairs: [false, false] },
        }),
      )
      return { balance: '190.00', bets: [] }
    })
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await screen.findByRole('button', { name: '入座 金骰一桌' })
    await press('入座 金骰一桌')
    await screen.findByRole('button', { name: '单骰2 每颗 1:1' })
    await press('对2 1:10')
    await tabTo('确认下注 1')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(live.bet).toHaveBeenCalledWith(expect.any(String), 'S1-1', [{ spot: 'p2', stake: '1.00' }]),
    )
    expect(await screen.findByText('2 2 5 · 9 点 小')).toBeVisible()
    expect(screen.getByText('+100.00')).toBeVisible()
    expect(screen.getByRole('img', { name: '骰子 2、2、5' })).toBeVisible()
    const lit = screen.getAllByRole('button').filter((one) => one.classList.contains('hit'))
    expect(lit.map((one) => one.getAttribute('aria-label')?.split(' ')[0])).toEqual([
      '小',
      '单',
      '对2',
      '9点',
      '单骰2',
      '单骰5',
    ])
  })

  it('the game of the launch is chosen in the hall, and stays chosen after a table', async () => {
    vi.mocked(live.floor).mockImplementation(async () => ({
      now: Date.now(),
      balance: '200.00',
      tables: [table(), table({ code: 'D1', name: '云龙一桌', game: 'dragontiger' })],
    }))
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="DT" />)
    expect(await screen.findByRole('button', { name: '入座 云龙一桌' })).toBeVisible()
    expect(screen.getByRole('button', { name: '龙虎', pressed: true })).toBeVisible()
    expect(screen.queryByRole('button', { name: '入座 金桂一桌' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '入座 云龙一桌' }))
    await userEvent.click(await screen.findByRole('button', { name: '‹ 大厅' }))
    expect(await screen.findByRole('button', { name: '龙虎', pressed: true })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '全部' }))
    expect(screen.getByRole('button', { name: '入座 金桂一桌' })).toBeVisible()
  })

  it('chips outside the limits cannot be picked, and the smallest other one is', async () => {
    vi.mocked(live.seat).mockImplementation(async () => seat({ table: table({ min: '20.00', max: '1000.00' }) }))
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="BAC" />)
    await userEvent.click(await screen.findByRole('button', { name: '入座 金桂一桌' }))
    expect(await screen.findByRole('button', { name: '50', pressed: true })).toBeEnabled()
    for (const name of ['1', '5', '10', '5k']) expect(screen.getByRole('button', { name })).toBeDisabled()
    await userEvent.keyboard('3') // the chip of 10
    expect(screen.getByRole('button', { name: '50' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('5') // the chip of 100
    expect(screen.getByRole('button', { name: '100' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('a round is repeated only after one', async () => {
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="BAC" />)
    await userEvent.click(await screen.findByRole('button', { name: '入座 金桂一桌' }))
    expect(await screen.findByRole('button', { name: '重复上局' })).toBeDisabled()
    vi.mocked(live.seat).mockImplementation(async () => seat({ bets: [{ ...won, status: 'open', payout: '0.00' }] }))
    await waitFor(() => expect(screen.getByRole('button', { name: '重复上局' })).toBeEnabled(), { timeout: 3000 })
    await userEvent.click(screen.getByRole('button', { name: '重复上局' }))
    expect(screen.getByRole('button', { name: '确认下注 5' })).toBeEnabled()
  })

  it('the switch mutes a confirmed bet', async () => {
    render(<LivePage back="http://127.0.0.1:8080/" guest={false} game="0" />)
    await userEvent.click(await screen.findByRole('button', { name: '入座 金桂一桌' }))
    await screen.findByRole('button', { name: '和 1:8' })
    await expectMute(async () => {
      const before = vi.mocked(live.bet).mock.calls.length
      await userEvent.click(screen.getByRole('button', { name: '和 1:8' }))
      await userEvent.click(screen.getByRole('button', { name: '确认下注 1' }))
      await waitFor(() => expect(screen.getByRole('button', { name: '确认下注' })).toBeDisabled())
      expect(live.bet).toHaveBeenCalledTimes(before + 1)
    })
  })
})
