import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LaunchLink, launchHref } from '../../paths'
import { fakeServer, logIn, show } from '../../test/server'
import { Link } from '../../ui/link'
import * as toasts from '../../ui/toast'
import GameReturn from './game-return'
import GotoPage from './goto-page'
import { launchKey, spendLaunchKey } from './launch-key'
import { launchMark, markLaunch } from './launch-mark'
import { gameOpened } from './opened-games'
import { zhCN } from './text/launcher.zh-cn'
import { followMs, oldMs } from './use-balance-follow'
import { pendingMs } from './use-launch'

const server = fakeServer()
const path = '/v1/Do/CallPlatformLoginToAction'
const balancePath = '/v1/Select/PlayerBalance'
const choicePath = '/v1/Do/SetLaunchMoneyAction'
const recyclePath = '/v1/Do/OneClickRecyclingAction'
const board: LaunchLink = { launch: 'gamePlatformLaunch', platformId: '26', gameId: 'ky', mode: '1' }
const address = launchHref(board)
const game = 'https://game.example/play'
const balance = (LaunchBrings: string, Balance = 500, LaunchRecall = 0) => ({
  SumAmount: Balance,
  Balance,
  LockBalance: 0,
  TransitBalance: 0,
  VenueAmount: [],
  IsAuTransfer: LaunchBrings === 'all' || LaunchBrings === 'amount' ? 1 : 0,
  LaunchBrings,
  LaunchAmount: 0,
  LaunchRecall,
})

let replace: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logIn()
  replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  server.reply({ [path]: { ResultMessage: game } })
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

const open = () => {
  markLaunch(address)
  return show(<GotoPage />, address)
}
const keysSent = () => server.callsTo(path).map(({ headers }) => headers.get('Idempotency-Key'))

describe('H-250 the first launch asks what goes along', () => {
  it('launches nothing before the choice, stores it, and launches then', async () => {
    server.reply({ [balancePath]: balance('unasked') })
    open()
    const all = await screen.findByRole('radio', { name: '全部带入' })
    // Nothing is chosen for the player (RG-8).
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    const go = screen.getByRole('button', { name: '确定并进入游戏' })
    expect(go).toBeDisabled()
    expect(server.callsTo(path)).toHaveLength(0)
    fireEvent.click(all)
    fireEvent.click(screen.getByRole('checkbox', { name: /自动收回/ }))
    fireEvent.click(go)
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
    expect(Object.fromEntries(server.callsTo(choicePath)[0]?.form ?? [])).toEqual({ brings: 'all', recall: '1' })
    expect(server.seen.findIndex((call) => call.path === choicePath)).toBeLessThan(
      server.seen.findIndex((call) => call.path === path),
    )
  })

  it('an amount is whole yuan', async () => {
    server.reply({ [balancePath]: balance('unasked') })
    open()
    fireEvent.click(await screen.findByRole('radio', { name: '带入固定金额' }))
    const go = screen.getByRole('button', { name: '确定并进入游戏' })
    fireEvent.click(go)
    expect(await screen.findByText('转账金额不能为空或0')).toBeVisible()
    expect(server.callsTo(choicePath)).toHaveLength(0)
    // The amount is below its own choice, and not below the one that brings nothing.
    const nothing = screen.getByRole('radio', { name: '不带入' })
    expect(screen.getByLabelText('每次带入').compareDocumentPosition(nothing)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    fireEvent.change(screen.getByLabelText('每次带入'), { target: { value: '0200' } })
    fireEvent.click(go)
    await waitFor(() => expect(replace).toHaveBeenCalled())
    expect(server.callsTo(choicePath)[0]?.form.get('amount')).toBe('200')
  })

  it.each([
    ['a player who has chosen', balance('nothing')],
    ['a player without a whole yuan', balance('unasked', 0.99)],
    ['a balance that cannot be read', [502, {}] as [number, object]],
  ])('%s is not asked', async (_, reply) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.reply({ [balancePath]: reply })
    open()
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
    expect(server.callsTo(choicePath)).toHaveLength(0)
  })
})

describe('H-504 money in other venues', () => {
  const held = (code: number, PlatformName: string, Balance: number) => ({
    ...{ PlatformCode: code, PlatformName, Balance },
    ...{ State: 'open', Stale: false, AsOf: '' },
  })
  const spread = (brings: string, centre: number, here: number) => ({
    ...balance(brings, centre),
    VenueAmount: [held(26, '鸿运棋院', here), held(47, '聚宝电子', 986.1), held(3, '凌云体育', 0.5)],
  })

  it('is named and comes back at a tap, and then the game opens', async () => {
    server.reply({ [balancePath]: spread('all', 0, 0), [recyclePath]: { Data: [], ResultMessage: '一键回收成功' } })
    open()
    expect(await screen.findByText('聚宝电子')).toBeVisible()
    expect(screen.getByText('¥986.10')).toBeVisible()
    expect(screen.queryByText('凌云体育')).toBeNull()
    expect(server.callsTo(path)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: zhCN.fetch }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
    expect(server.seen.findIndex((call) => call.path === recyclePath)).toBeLessThan(
      server.seen.findIndex((call) => call.path === path),
    )
    expect(server.callsTo(path)).toHaveLength(1)
  })

  it('stays where it is when the player goes in without it', async () => {
    server.reply({ [balancePath]: spread('amount', 0.99, 0) })
    open()
    fireEvent.click(await screen.findByRole('button', { name: zhCN.enterWithout }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
    expect(server.callsTo(recyclePath)).toHaveLength(0)
  })

  it('opens nothing when the venues refuse, and the player may still go in', async () => {
    server.reply({ [balancePath]: spread('all', 0, 0), [recyclePath]: { IsSuc: false, ErrorMessage: '收回失败' } })
    open()
    fireEvent.click(await screen.findByRole('button', { name: zhCN.fetch }))
    await waitFor(() => expect(server.callsTo(recyclePath)).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(path)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: zhCN.enterWithout }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
  })

  it.each([
    ['brings nothing', spread('nothing', 0, 0)],
    ['has money in the centre', spread('all', 1, 0)],
    ['has money in this venue', spread('all', 0, 1)],
  ])('is not asked about when the player %s', async (_, reply) => {
    server.reply({ [balancePath]: reply })
    open()
    await waitFor(() => expect(replace).toHaveBeenCalledWith(game))
  })
})

describe('H-251 one launch brings the money once', () => {
  beforeEach(() => server.reply({ [balancePath]: balance('amount') }))

  it('two clicks on a link are one launch in both tabs, a later one is another', async () => {
    markLaunch(address)
    const first = launchMark(address.slice(1))?.id
    markLaunch(address)
    const marks = JSON.parse(localStorage.getItem('launchMarks') ?? '[]') as { id: string }[]
    expect(marks.map(({ id }) => id)).toEqual([first, first])
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 2500)
    markLaunch(address)
    expect(JSON.parse(localStorage.getItem('launchMarks') ?? '[]')[2].id).not.toBe(first)
  })

  it('a reload before the answer sends the same name again, a launch after it another', async () => {
    server.reply({ [path]: () => new Promise<object>(() => undefined) })
    const first = open()
    await waitFor(() => expect(keysSent()).toHaveLength(1))
    first.unmount()
    server.reply({ [path]: { ResultMessage: game } })
    show(<GotoPage />, address)
    fireEvent.click(await screen.findByRole('button', { name: zhCN.enter }))
    await waitFor(() => expect(keysSent()).toHaveLength(2))
    await waitFor(() => expect(replace).toHaveBeenCalled())
    expect(keysSent()[1]).toBe(keysSent()[0])
    open()
    await waitFor(() => expect(keysSent()).toHaveLength(3))
    expect(keysSent()[2]).not.toBe(keysSent()[0])
  })

  it('a second try after a refusal is a new launch, after a broken answer the same one', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.reply({ [path]: { IsSuc: false, ErrorMessage: '自动转账失败' } })
    open()
    const retry = () => screen.findByRole('button', { name: zhCN.retry })
    await retry()
    server.reply({ [path]: [502, {}] })
    fireEvent.click(await retry())
    await waitFor(() => expect(keysSent()).toHaveLength(2))
    server.reply({ [path]: { ResultMessage: game } })
    fireEvent.click(await retry())
    await waitFor(() => expect(replace).toHaveBeenCalled())
    const [refused, broken, again] = keysSent()
    expect(broken).not.toBe(refused)
    expect(again).toBe(broken)
  })

  it('two taps on the way in send one launch', async () => {
    show(<GotoPage />, address)
    const enter = await screen.findByRole('button', { name: zhCN.enter })
    fireEvent.click(enter)
    fireEvent.click(enter)
    await waitFor(() => expect(replace).toHaveBeenCalled())
    expect(server.callsTo(path)).toHaveLength(1)
  })

  it('names are kept by address', () => {
    const one = launchKey('a', 'clicked')
    expect(one).toBe('clicked')
    expect(launchKey('a')).toBe(one)
    expect(launchKey('b')).not.toBe(one)
    spendLaunchKey('a')
    expect(launchKey('a')).not.toBe(one)
  })
})

it('H-251 money without an answer is said, and the game comes by itself or at a tap', async () => {
  server.reply({
    [balancePath]: balance('all'),
    [path]: { ResultMessage: game, BroughtAmount: 500, BroughtPending: 1 },
  })
  open()
  expect(await screen.findByRole('status')).toHaveTextContent(zhCN.loading)
  expect(await screen.findByText(zhCN.moneyPending)).toBeVisible()
  expect(replace).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: zhCN.enter }))
  expect(replace).toHaveBeenCalledWith(game)
  replace.mockClear()
  await waitFor(() => expect(replace).toHaveBeenCalledWith(game), { timeout: pendingMs + 2000 })
})

describe('H-250 the way back from a game', () => {
  function Page() {
    const { data } = useQuery(balanceQuery)
    return (
      <>
        <GameReturn />
        <Link to="/Vip">vip</Link>
        <p>{data ? `${data.sumFen}` : '…'}</p>
      </>
    )
  }
  const comeBack = () => act(() => window.dispatchEvent(new Event('focus')))

  it('reads the balances anew, once, and brings nothing back unasked', async () => {
    server.reply({ [balancePath]: balance('all', 500) })
    show(<Page />, '/')
    expect(await screen.findByText('50000')).toBeVisible()
    server.reply({ [balancePath]: balance('all', 800) })
    comeBack()
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.getByText('50000')).toBeVisible() // no game was opened
    gameOpened()
    comeBack()
    expect(await screen.findByText('80000')).toBeVisible()
    const asked = server.callsTo(balancePath).length
    comeBack()
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(balancePath)).toHaveLength(asked)
    expect(server.callsTo(recyclePath)).toHaveLength(0)
  })

  it('H-469 the balance follows the bets of the game: it is read again and again for two minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.reply({ [balancePath]: balance('all', 500) })
    show(<Page />, '/')
    expect(await screen.findByText('50000')).toBeVisible()
    gameOpened()
    comeBack()
    await waitFor(() => expect(server.callsTo(balancePath)).toHaveLength(3))
    server.reply({ [balancePath]: balance('all', 800) })
    await act(() => vi.advanceTimersByTimeAsync(followMs[0] ?? 0))
    expect(await screen.findByText('80000')).toBeVisible()
    expect(followMs.at(-1)).toBe(120_000)
    vi.useRealTimers()
  })

  it('H-469 a launch in another tab is followed without a return, and an old balance is read again on another page', async () => {
    server.reply({ [balancePath]: balance('all', 500) })
    show(<Page />, '/')
    expect(await screen.findByText('50000')).toBeVisible()
    server.reply({ [balancePath]: balance('all', 800) })
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'gameOpened', newValue: '1' })))
    expect(await screen.findByText('80000')).toBeVisible()

    server.reply({ [balancePath]: balance('all', 900) })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + oldMs + 1)
    fireEvent.click(screen.getByRole('link', { name: 'vip' }))
    expect(await screen.findByText('90000')).toBeVisible()
    vi.restoreAllMocks()
  })

  it('H-469 the return to the tab and the return from a game share one read of the balance', async () => {
    server.reply({ [balancePath]: balance('all', 500) })
    show(<Page />, '/')
    expect(await screen.findByText('50000')).toBeVisible()
    let answer: (reply: object) => void = () => undefined
    server.reply({ [balancePath]: () => new Promise<object>((done) => (answer = done)) })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + oldMs + 1)
    gameOpened()
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(server.callsTo(balancePath)).toHaveLength(2))
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(balancePath)).toHaveLength(2)
    answer(balance('all', 800))
    expect(await screen.findByText('80000')).toBeVisible()
    vi.restoreAllMocks()
  })

  it('says nothing of money that comes back by itself where there was none', async () => {
    const said = vi.spyOn(toasts, 'toast')
    const nothing = { Data: [], ResultMessage: '一键回收成功' }
    server.reply({ [balancePath]: balance('all', 500, 1), [recyclePath]: nothing })
    gameOpened()
    show(<Page />, '/')
    await waitFor(() => expect(server.callsTo(recyclePath)).toHaveLength(1))
    await new Promise((done) => setTimeout(done, 50))
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })

  it('brings the venues’ money back where the player chose so, once', async () => {
    server.reply({ [balancePath]: balance('all', 500, 1), [recyclePath]: { Data: [], ResultMessage: '一键回收成功' } })
    gameOpened()
    show(<Page />, '/') // the page that the game leads back to
    await waitFor(() => expect(server.callsTo(recyclePath)).toHaveLength(1))
    comeBack()
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(recyclePath)).toHaveLength(1)
  })

  it('the launcher is on its way into a game', async () => {
    server.reply({ [balancePath]: balance('all', 500, 1) })
    gameOpened()
    show(<GameReturn />, address)
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(recyclePath)).toHaveLength(0)
    expect(localStorage.getItem('gameOpened')).not.toBeNull()
  })
})
