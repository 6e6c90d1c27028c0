import { readFileSync } from 'node:fs'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayError } from '../api'
import { BackContext } from '../money-links'
import { text as shared } from '../text'
import { board } from './api'
import { BoardPage } from './hall-page'
import { text } from './text'
import type { Chair, Hall, Phase, Seat, Table } from './wire'

const table = (more: Partial<Table> = {}): Table => ({
  code: 'N1',
  name: '抢庄牛牛初桌',
  game: 'niuniu',
  base: '1.00',
  least: '4.00',
  seats: 5,
  taken: 3,
  round: 'N1-7',
  number: 7,
  phase: 'bidding',
  endsAt: Date.now() + 6000,
  ...more,
})
const hall: Hall = {
  now: Date.now(),
  balance: '88.00',
  tables: [table(), table({ code: 'E1', name: '二八杠初桌', game: 'twoeight', seats: 4 })],
  names: { niuniu: '听雨牛牛', twoeight: '雨夜二八' },
}
const chair = (seat: number, more: Partial<Chair> = {}): Chair => ({
  seat,
  name: `玩家${seat}`,
  bot: false,
  you: false,
  plays: true,
  banker: false,
  bid: 0,
  multiple: 0,
  ...more,
})
const seat = (phase: Phase, chairs: Chair[], more: Partial<Seat> = {}): Seat => ({
  now: Date.now(),
  balance: '88.00',
  table: table({ phase, endsAt: Date.now() + 6000 }),
  rules: {
    game: 'niuniu',
    title: '抢庄牛牛',
    seats: 5,
    handSize: 5,
    tiles: false,
    ranks: [
      { name: '无牛', rule: '没有牛', times: 1 },
      { name: '牛牛', rule: '两组都是十的倍数', times: 3 },
    ],
    equal: '比最大一张牌',
    return: 9750,
  },
  cut: 5,
  bids: [1, 2, 3].map((value) => ({ value, holds: `${value * 64}.00` })),
  multiples: [1, 2, 3, 4].map((value) => ({ value, holds: `${value * 8}.00` })),
  seat: 0,
  factor: phase === 'bidding' ? 0 : 2,
  held: '0.00',
  commitment: 'c0ffee',
  chairs,
  rounds: [{ number: 6, seat: -1, banker: '', hand: '牛三', net: 4 }],
  history: [],
  ...more,
})

const hand = { cards: ['SK', 'HQ', 'CJ', 'D10', 'S10'], rank: 10, name: '牛牛' }

async function sitDown(found: Seat) {
  vi.spyOn(board, 'table').mockResolvedValue(found)
  render(
    <BackContext value="http://127.0.0.1:8080/#/Boardgame_03">
      <BoardPage back="http://127.0.0.1:8080/#/Boardgame_03" guest={false} game="830" />
    </BackContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '入座 抢庄牛牛初桌' }))
  await screen.findByTestId('held')
}

describe('board tables', () => {
  beforeEach(() => {
    vi.spyOn(board, 'hall').mockResolvedValue(hall)
  })

  it('the hall shows the launched game first, and every table on demand', async () => {
    render(<BoardPage back="http://127.0.0.1:8080/" guest={false} game="720" />)
    expect(await screen.findByRole('button', { name: '入座 二八杠初桌' })).toHaveTextContent('3/4 人')
    expect(screen.queryByRole('button', { name: '入座 抢庄牛牛初桌' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: text.all }))
    expect(screen.getByRole('button', { name: '入座 抢庄牛牛初桌' })).toHaveTextContent('底注 1.00')
    expect(screen.getByTestId('balance')).toHaveTextContent('88.00')
    expect(screen.getByRole('link', { name: text.back })).toHaveAttribute('href', 'http://127.0.0.1:8080/')
  })

  it('bids by a press, and says what the bid holds', async () => {
    const bid = vi.spyOn(board, 'bid').mockResolvedValue({ balance: '24.00' })
    await sitDown(seat('bidding', [chair(0, { you: true, plays: false }), chair(2, { bot: true, bid: 1 })]))
    expect(screen.getByText('抢庄 ×1', { selector: '.bg-says' })).toBeVisible()
    const button = screen.getByRole('button', { name: /^抢庄 ×2/ })
    expect(button).toHaveTextContent('最多输 128.00')
    await userEvent.click(button)
    expect(bid).toHaveBeenCalledWith('N1-7', 2)
  })

  it('puts a multiple by a key', async () => {
    const put = vi.spyOn(board, 'put').mockResolvedValue({ balance: '56.00' })
    await sitDown(
      seat('betting', [chair(0, { you: true, plays: false }), chair(2, { bot: true, banker: true, bid: 2 })]),
    )
    expect(screen.getByText('玩家2坐庄 ×2')).toBeVisible()
    await userEvent.keyboard('4')
    expect(put).toHaveBeenCalledWith('N1-7', 4)
    await userEvent.keyboard('9')
    expect(put).toHaveBeenCalledTimes(1)
  })

  it('a balance that is too small comes with the ways to more money', async () => {
    vi.spyOn(board, 'bid').mockRejectedValue(new PlayError('余额不足', 409))
    await sitDown(seat('bidding', [chair(0, { you: true, plays: false })]))
    await userEvent.click(screen.getByRole('button', { name: /^抢庄 ×1/ }))
    expect(await screen.findByRole('link', { name: '去转入余额' })).toHaveAttribute(
      'href',
      'http://127.0.0.1:8080/#/Transfer',
    )
  })

  it('silence is said, and the same choice can be sent again', async () => {
    const bid = vi.spyOn(board, 'bid').mockRejectedValueOnce(new PlayError('网络不稳定', 0))
    bid.mockResolvedValue({ balance: '24.00' })
    await sitDown(seat('bidding', [chair(0, { you: true, plays: false })]))
    await userEvent.click(screen.getByRole('button', { name: /^抢庄 ×1/ }))
    expect(await screen.findByText(text.unsure)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^抢庄 ×1/ }))
    expect(bid).toHaveBeenCalledTimes(2)
  })

  it('the banker and who only watches have nothing to choose', async () => {
    await sitDown(seat('betting', [chair(0, { you: true, banker: true, bid: 2 })], { held: '128.00' }))
    expect(screen.getByText(text.youAreBanker)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^下注/ })).toBeNull()
    expect(screen.getByTestId('held')).toHaveTextContent('128.00')
  })

  it('before cards are turned only the own hand is seen', async () => {
    await sitDown(
      seat('dealing', [
        chair(0, { you: true, multiple: 2, hand, times: 3 }),
        chair(2, { banker: true, hand: { cards: ['D2', 'S3', 'H4', 'C9', 'DK'], rank: 0, name: '无牛' }, times: 1 }),
      ]),
    )
    expect(within(screen.getByTestId('my-seat')).getByRole('img')).toHaveAccessibleName(
      '黑桃K、红桃Q、梅花J、方块10、黑桃10',
    )
    expect(screen.getByText('牛牛')).toBeVisible()
    expect(screen.getByRole('img', { name: text.hidden })).toBeInTheDocument()
    expect(screen.queryByText('无牛')).toBeNull()
  })

  it('the result names the win, and the company where it held the bank', async () => {
    await sitDown(
      seat(
        'shown',
        [
          chair(0, { you: true, multiple: 1, hand, times: 3, net: '2.85' }),
          chair(-1, { name: '', banker: true, hand: { ...hand, name: '无牛' }, times: 1, net: '-3.00' }),
        ],
        { factor: 1, seed: '5eed' },
      ),
    )
    expect(screen.getByTestId('outcome')).toHaveTextContent('本局赢得 2.85')
    expect(screen.getByText(text.companyBank)).toBeVisible()
    expect(screen.getByRole('list', { name: text.past })).toHaveTextContent('庄赢场馆 · 牛三')
    await userEvent.click(screen.getByRole('button', { name: text.fair }))
    const fair = screen.getByRole('dialog', { name: text.fair })
    expect(fair).toHaveTextContent('c0ffee')
    expect(fair).toHaveTextContent('5eed')
  })

  it('states ranks, odds, cut and return', async () => {
    await sitDown(seat('bidding', [chair(0, { you: true, plays: false })]))
    await userEvent.click(screen.getByRole('button', { name: text.rules }))
    const rules = within(screen.getByRole('dialog', { name: text.rules }))
    expect(rules.getByRole('row', { name: /牛牛/ })).toHaveTextContent('3 倍')
    expect(rules.getByText(/97.50%/)).toBeInTheDocument()
    expect(rules.getByText(/抽水 5%/)).toBeInTheDocument()
  })

  it('records show the part, the hand and the result', async () => {
    const bet = { id: 'b', at: '2026-11-24 12:00:00', table: 'N1', round: 'N1-6', seat: 0, stake: '6.00' }
    await sitDown(
      seat('bidding', [chair(0, { you: true, plays: false })], {
        history: [
          { ...bet, id: 'b1', multiple: 2, hand: '牛牛', payout: '11.70', status: 'settled' },
          { ...bet, id: 'b2', bid: 3, banker: true, hand: '牛一', payout: '0.00', status: 'settled' },
          { ...bet, id: 'b3', multiple: 1, payout: '0.00', status: 'void' },
        ],
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: text.records }))
    const rows = within(screen.getByRole('dialog', { name: text.records }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '11-24 12:00:00N1 · 6闲家 ×2牛牛+5.70',
      '11-24 12:00:00N1 · 6庄家牛一-6.00',
      '11-24 12:00:00N1 · 6闲家 ×1和局',
    ])
  })

  it('sound is switched for all games', async () => {
    await sitDown(seat('bidding', [chair(0, { you: true, plays: false })]))
    await userEvent.click(screen.getByRole('button', { name: shared.sound, pressed: true }))
    expect(localStorage.getItem('games.muted')).toBe('1')
    await userEvent.click(screen.getByRole('button', { name: shared.sound, pressed: false }))
    expect(localStorage.getItem('games.muted')).toBe('0')
  })

  it('nothing moves for who wants no motion', () => {
    const css = readFileSync(`${import.meta.dirname}/board.css`, 'utf8')
    const reduced = css.slice(css.indexOf('(prefers-reduced-motion: reduce)'))
    expect(reduced).toContain('animation: none')
    expect(reduced).toContain('transition: none')
  })
})
