import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayError } from '../api'
import { fishing } from './api'
import { chanceOf } from './dialogs'
import { FishingPage } from './hall-page'
import { text } from './text'
import type { Halls, Kind } from './wire'

const kinds: Kind[] = [
  { code: 'minnow', name: '银梭', least: 2, most: 2, size: 0.05, boss: false },
  { code: 'dragon', name: '镇海龙王', least: 100, most: 500, size: 0.34, boss: true },
]
const hall = (code: string, name: string) => ({
  game: { code, name, kind: 'fish' as const, theme: 'sea', motif: 'dragon', palette: 'jade', rarity: 3, seed: 1 },
  boss: 'dragon',
  kinds,
  rooms: [{ code: 'novice', name: '浅滩', cannons: [10, 100], players: 2 }],
})
const halls: Halls = { balance: '88.00', return: 965, halls: [hall('6', '沧海捕鱼'), hall('6-hall2', '龙宫夜宴')] }

describe('the fishing halls', () => {
  beforeEach(() => {
    vi.spyOn(fishing, 'halls').mockResolvedValue(halls)
  })
  afterEach(() => {
    location.hash = ''
  })
  const show = () => render(<FishingPage back="http://127.0.0.1:8080/" guest={false} game="6" />)

  it('the fragment of the address names the hall, otherwise the game that was launched', async () => {
    location.hash = '#6-hall2'
    const { unmount } = show()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('龙宫夜宴')
    expect(screen.getByTestId('balance')).toHaveTextContent('88.00')
    unmount()
    location.hash = ''
    show()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('沧海捕鱼')
  })

  it('another hall is one press away, and a room says what it costs and who is there', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: '龙宫夜宴' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('龙宫夜宴')
    expect(location.hash).toBe('#6-hall2')
    const room = screen.getByRole('button', { name: '进入 浅滩' })
    expect(room).toHaveTextContent(text.cannonRange('0.10', '1.00'))
    expect(room).toHaveTextContent(text.players(2))
  })

  it('states the multiple, the chance of a catch and the return of every fish', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: text.rules }))
    const rules = within(screen.getByRole('dialog', { name: text.rules }))
    expect(rules.getByRole('row', { name: /银梭/ })).toHaveTextContent('248.3%96.5%')
    expect(rules.getByRole('row', { name: /镇海龙王/ })).toHaveTextContent('100 – 5000.19 – 0.96%96.5%')
    for (const kind of kinds) expect(chanceOf(kind, 965)).not.toContain('NaN')
  })

  it('says why nothing came, and asks again', async () => {
    vi.mocked(fishing.halls).mockRejectedValueOnce(new PlayError('系统繁忙，请稍后再试', 500))
    show()
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    await userEvent.click(screen.getByRole('button', { name: text.retry }))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('沧海捕鱼')
  })

  it('an ended session offers no second try', async () => {
    vi.mocked(fishing.halls).mockRejectedValueOnce(new PlayError('over', 403))
    show()
    expect(await screen.findByRole('alert')).toHaveTextContent(text.over)
    expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
  })

  it('records: empty, then filled with what was caught', async () => {
    const fair = { commitment: 'c0ffee', client: 'ming', round: 1 }
    const records = vi.spyOn(fishing, 'records').mockResolvedValueOnce({ records: [], fair })
    show()
    await userEvent.click(await screen.findByRole('button', { name: text.records }))
    expect(await screen.findByText(text.noRecords)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: text.close }))
    records.mockResolvedValueOnce({
      fair,
      records: [
        {
          id: 'S1',
          at: '2026-11-23 12:00:00',
          stake: '0.20',
          payout: '0.20',
          hall: '6-hall2',
          room: 'novice',
          seed: fair,
          shots: [
            { fish: 'f1', kind: 'minnow', cost: 10, paid: 20, multiple: 2 },
            { fish: 'f1', kind: 'minnow', cost: 10, gone: true },
            { fish: 'f2', kind: 'minnow', cost: 10 },
          ],
        },
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: text.records }))
    const row = (await screen.findAllByRole('row'))[1]
    expect(row).toHaveTextContent('11-23 12:00:00龙宫夜宴 · 浅滩20.200.20银梭 ×2')
  })
})
