import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectMute, listen, press, tabTo } from '../testing'
import type { Game } from '../wire'
import { sports } from './api'
import { SportsPage } from './sports-page'
import type { Bet, Match, Matches } from './wire'

const game: Game = {
  code: '0',
  name: '体育',
  kind: 'sport',
  theme: 'sky',
  motif: 'ball',
  palette: 'jade',
  rarity: 1,
  seed: 1,
}
const match: Match = {
  id: 'F1-1',
  league: 'F1',
  home: '云海青龙',
  away: '沧州铁鹰',
  kickoffAt: Date.now() + 600_000,
  state: 'upcoming',
  minute: 0,
  score: { home: 0, away: 0 },
  result: '',
  offers: [{ market: '1x2', side: 'home', line: 0, price: 1850, suspended: false }],
}
const matches = (): Matches => ({
  now: Date.now(),
  balance: '200.00',
  leagues: [{ code: 'F1', name: '云海足球超级联赛', sport: 'football', game: '0', matches: 1 }],
  matches: [match],
  min: '1.00',
  max: '20000.00',
  maxReturn: '500000.00',
  maxLegs: 10,
})
const bet: Bet = {
  id: '1',
  at: '2026-11-24 12:00:00',
  odds: '0.85',
  oddsType: 'HK',
  legs: [],
  stake: '50.00',
  payout: '92.50',
  status: 'settled',
  cashOut: '',
}
const odds = '云海青龙 对 沧州铁鹰 独赢 云海青龙 0.85'

describe('the sports book', () => {
  beforeEach(() => {
    vi.spyOn(sports, 'matches').mockImplementation(async () => matches())
    vi.spyOn(sports, 'quotes').mockImplementation(async () => ({ now: Date.now(), offers: [] }))
    vi.spyOn(sports, 'bets').mockImplementation(async () => ({ now: Date.now(), balance: '242.50', bets: [bet] }))
    vi.spyOn(sports, 'bet').mockResolvedValue({ balance: '150.00', bets: [{ ...bet, status: 'open' }] })
    listen()
    render(<SportsPage back="http://127.0.0.1:8080/" guest={false} game={game} />)
  })

  it('a single is placed by the keyboard alone, and its result read', async () => {
    await screen.findByRole('button', { name: odds })
    await press(odds)
    await tabTo('独赢 云海青龙 投注金额', 'textbox')
    await userEvent.keyboard('{Control>}a{/Control}50')
    await press('确认投注')
    await waitFor(() => expect(sports.bet).toHaveBeenCalledTimes(1))
    expect(vi.mocked(sports.bet).mock.calls[0]?.[0].legs).toEqual([
      { match: 'F1-1', market: '1x2', side: 'home', line: 0, price: 1850, score: { home: 0, away: 0 }, stake: '50' },
    ])
    expect(await screen.findByText('投注成功，共 1 注')).toBeVisible()
    await press('我的注单')
    expect(await screen.findByText('返还 92.50')).toBeInTheDocument()
  })

  it('the switch mutes a pick', async () => {
    const pick = await screen.findByRole('button', { name: odds })
    await expectMute(() => userEvent.click(pick))
  })
})
