import { readFileSync } from 'node:fs'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { zhCN as gamePage } from '../../../player/src/features/lobby/text/game-page.zh-cn'
import { App } from '../app'
import { expectMute, listen } from '../testing'
import { text } from '../text'
import type { Game, Round, State } from '../wire'
import { facesOf } from './symbols'

const game: Game = {
  code: '47001',
  name: '风暴灯塔',
  kind: 'slot',
  theme: 'sea',
  motif: 'ship',
  palette: 'ink',
  rarity: 3,
  seed: 3,
}

const state: State = {
  venue: '聚宝电子',
  player: 'ming',
  guest: false,
  balance: '100.00',
  back: 'http://127.0.0.1:8080/#/Egame',
  game,
  model: {
    Key: 'lines',
    Title: '二十线',
    Rule: '规则说明',
    Way: 'lines',
    Rows: 3,
    Reels: 5,
    Units: 20,
    Symbols: 11,
    Volatility: 3,
    LineRows: [[1, 1, 1, 1, 1]],
    Pays: [null, null, [0, 0, 0, 100, 500, 2500]],
    CountSteps: null,
    ScatterPays: [0, 0, 0, 40],
    FreeSpins: [0, 0, 0, 10],
    FreeFactor: 2,
    CascadeFactors: null,
    FreeCascadeFactors: null,
    StatedReturn: 9618,
  },
  coins: [1, 2, 5, 10, 20],
  fair: { commitment: 'c0ffee', client: 'ming', round: 0 },
  history: [],
  others: [game],
}

const column = [2, 3, 4]
const round: Round = {
  id: 'S1',
  at: '2026-11-23 12:00:00',
  stake: '2.00',
  win: '10.00',
  coin: 10,
  result: {
    win: 100,
    spins: [
      {
        free: false,
        win: 100,
        awarded: 0,
        falls: [
          {
            grid: [column, column, column, column, column],
            factor: 1,
            wins: [{ symbol: 2, count: 3, line: 0, coins: 100, cells: [0, 3, 6] }],
          },
        ],
      },
    ],
  },
  seed: { commitment: 'c0ffee', client: 'ming', round: 0 },
}

/** The sandbox's answers, by path; a list is used up from the front, its last answer stays. */
let answers: Record<string, (() => Response | Promise<Response>)[]>
let asked: { path: string; body: { id?: string; coin?: number } }[]

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  asked = []
  answers = {
    state: [() => json(state)],
    spin: [() => json({ balance: '108.00', round, pot: null })],
  }
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, body: init?.body ? JSON.parse(String(init.body)) : {} })
    const list = answers[path] ?? []
    const next = list.length > 1 ? list.shift() : list[0]
    if (!next) throw new TypeError('no answer')
    return next()
  })
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
})

const spins = () => asked.filter((call) => call.path === 'spin')

describe('the slot page', () => {
  it('shows balance, stake and the published return, and the way back', async () => {
    render(<App />)
    expect(await screen.findByRole('heading', { name: /风暴灯塔/ })).toBeVisible()
    expect(screen.getByTestId('balance')).toHaveTextContent('100.00')
    expect(screen.getByTestId('stake')).toHaveTextContent('2.00')
    expect(screen.getByText(/96\.18%/)).toBeVisible()
    expect(screen.getByRole('link', { name: /返回/ })).toHaveAttribute('href', state.back)
  })

  it('shows the jackpot and the big wins of others while simulated players play', async () => {
    answers.state = [() => json({ ...state, pot: { name: '聚宝盆', amount: '7.74' }, lively: true })]
    const win = { id: '1', name: '张**', game: '狐嫁雨', win: '36.00', times: 18, pot: false, crowd: true }
    answers['slot/room?game=47001'] = [
      () => json({ now: Date.now(), pot: { name: '聚宝盆', amount: '8.01' }, wins: [win], lively: true }),
    ]
    render(<App />)
    const ticker = await screen.findByRole('complementary', { name: text.bigWins })
    expect(ticker).toHaveTextContent('张**模拟狐嫁雨36.0018 倍')
    expect(screen.getByText('8.01')).toBeVisible()
  })

  it('asks for no big wins while nobody else plays', async () => {
    render(<App />)
    await screen.findByRole('heading', { name: /风暴灯塔/ })
    expect(asked.map((call) => call.path)).toEqual(['state'])
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('plays a round: one call, the win and the new balance', async () => {
    render(<App />)
    await userEvent.click(await screen.findByRole('button', { name: text.spin }))
    await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('108.00'))
    expect(screen.getByTestId('won')).toHaveTextContent('10.00')
    expect(spins()).toHaveLength(1)
    expect(spins()[0]?.body.coin).toBe(10)
  })

  it('asks again with the same number when an answer is lost', async () => {
    answers.spin = [() => Promise.reject(new TypeError('lost')), () => json({ balance: '108.00', round, pot: null })]
    render(<App />)
    await userEvent.click(await screen.findByRole('button', { name: text.spin }))
    await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('108.00'), { timeout: 4000 })
    expect(spins()).toHaveLength(2)
    expect(spins()[0]?.body.id).toBe(spins()[1]?.body.id)
  })

  it('says that a round is uncertain when no answer comes at all, and then reads what was counted', async () => {
    answers.spin = [() => Promise.reject(new TypeError('lost'))]
    answers.state = [() => json(state), () => json({ ...state, balance: '98.00', history: [round] })]
    render(<App />)
    await userEvent.click(await screen.findByRole('button', { name: text.spin }))
    expect(await screen.findByRole('alert', {}, { timeout: 9000 })).toHaveTextContent(text.unsure)
    expect(new Set(spins().map((call) => call.body.id)).size).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: text.close }))
    await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('98.00'))
  })

  it('offers the way to money when the balance is too small, and keeps the balance', async () => {
    answers.spin = [() => json({ error: '余额不足' }, 409)]
    render(<App />)
    await userEvent.click(await screen.findByRole('button', { name: text.spin }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text.short)
    for (const [name, page] of [
      [text.getMoney, 'Transfer'],
      [text.deposit, 'Deposit'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `http://127.0.0.1:8080/#/${page}`)
    expect(screen.getByTestId('balance')).toHaveTextContent('100.00')
  })

  it('says that a session is over', async () => {
    answers.state = [() => json({ error: 'x' }, 403)]
    render(<App />)
    expect(await screen.findByRole('alert')).toHaveTextContent(text.over)
    expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
  })

  it('spins by the space bar and changes the stake by the arrows', async () => {
    render(<App />)
    await screen.findByRole('button', { name: text.spin })
    await userEvent.keyboard('{ArrowUp}')
    expect(screen.getByTestId('stake')).toHaveTextContent('4.00')
    await userEvent.keyboard(' ')
    await waitFor(() => expect(spins()).toHaveLength(1))
    expect(spins()[0]?.body.coin).toBe(20)
  })

  it('the menu of automatic rounds closes with Escape, a press elsewhere and a spin', async () => {
    render(<App />)
    const auto = await screen.findByRole('button', { name: '自动' })
    const open = async () => {
      await userEvent.click(auto)
      expect(screen.getByRole('button', { name: '25' })).toBeVisible()
    }
    const expectClosed = () => expect(screen.queryByRole('button', { name: '25' })).toBeNull()
    await open()
    await userEvent.keyboard('{Escape}')
    expectClosed()
    expect(auto).toHaveFocus()
    await open()
    await userEvent.click(screen.getByTestId('balance'))
    expectClosed()
    await open()
    act(() => auto.blur())
    await userEvent.keyboard(' ')
    await waitFor(() => expect(auto).toBeEnabled())
    expectClosed()
  })

  it('the switch mutes a round', async () => {
    listen()
    render(<App />)
    await screen.findByRole('button', { name: text.spin })
    await expectMute(async () => {
      const before = spins().length
      await userEvent.click(screen.getByRole('button', { name: text.spin }))
      await waitFor(() => expect(spins()).toHaveLength(before + 1))
      await waitFor(() => expect(screen.getByRole('button', { name: text.spin })).toBeEnabled())
    })
  })

  it('explains rules, pays and fairness', async () => {
    render(<App />)
    await userEvent.click(await screen.findByRole('button', { name: text.rules }))
    expect(await screen.findByText('规则说明')).toBeInTheDocument()
    expect(screen.getByText('2500')).toBeInTheDocument()
    expect(screen.getByText('波动 中')).toBeInTheDocument()
  })

  it('names the volatility as the page of the game does', () => {
    expect(text.volatilityOf).toEqual(gamePage.volatilityOf)
  })
})

describe('symbols', () => {
  it('draws a face for every symbol of every shipped slot game', () => {
    const [head = '', ...lines] = readFileSync('../internal/venue/shipped/games.csv', 'utf8').trim().split('\n')
    const columns = head.split(',')
    for (const line of lines) {
      const value = line.split(',')
      const at = (name: string) => value[columns.indexOf(name)] ?? ''
      if (at('kind') !== 'slot') continue
      const faces = facesOf(
        { ...game, theme: at('theme'), motif: at('motif'), palette: at('palette'), seed: Number(at('seed')) },
        11,
      )
      expect(faces).toHaveLength(11)
      expect(new Set(faces.slice(2).map((face) => face.image)).size, at('name')).toBe(9)
    }
  })
})

describe('the look of a game', () => {
  it('a golden game is no golden button', async () => {
    answers.state = [() => json({ ...state, game: { ...game, palette: 'gold' } })]
    const { container } = render(<App />)
    await screen.findByRole('button', { name: text.spin })
    expect(container.querySelector('.machine')).toHaveClass('palette-gold')
    expect(container.querySelector('.machine')).not.toHaveClass('gold')
  })

  it('no symbol that pays looks like the scatter', () => {
    for (const theme of ['sea', 'jewel', 'adventure', 'fortune'])
      for (const motif of ['ship', 'chest'])
        for (let seed = 0; seed < 8; seed++) {
          const inks = (image = '') => image.replace(/%23[0-9a-f]{3,6}/gi, '')
          const [, scatter, ...paying] = facesOf({ ...game, theme, motif, seed }, 11)
          expect(paying.map((face) => inks(face.image))).not.toContain(inks(scatter?.image))
        }
  })
})
