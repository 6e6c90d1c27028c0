import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

test('staff find a bet and read each report of its venue', async () => {
  serve()
  renderAt(<AppRoutes />, '/bets')
  await userEvent.click(await screen.findByRole('button', { name: '50-1763702-882' }, { timeout: 40_000 }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('70001_hejun888')).toBeVisible()
  expect(within(drawer).getByText('0.95 · HK')).toBeVisible()
  expect(within(drawer).getByText('流水要求已完成')).toBeVisible()
  expect(within(drawer).getByText('房间 8301 · 7 桌 · 3 座')).toBeVisible()
  expect(within(drawer).getByText('B1|3:♠10,♥J')).toBeVisible()
  expect(within(drawer).getByText('50-1763702')).toBeVisible()
  const [, second] = within(drawer).getAllByRole('button', { name: /展开行|Expand row/ })
  await userEvent.click(second as HTMLElement)
  expect(within(drawer).getByText(/"Profit": "285.00"/)).toBeVisible()
}, 90_000)

test('a player of the list leads to the bets of that player', async () => {
  serve()
  renderAt(<AppRoutes />, '/bets')
  const [link] = await screen.findAllByRole('link', { name: 'hejun888' }, { timeout: 40_000 })
  expect(link).toHaveAttribute('href', '/players/70?tab=bets')
}, 90_000)

test('every filter goes to the address, to the API, and away by one button', async () => {
  serve()
  const asked = vi.spyOn(globalThis, 'fetch')
  renderAt(
    <AppRoutes />,
    '/bets?account=70001_hejun888&round=50-1763702&outcome=won&parlay=0&oddsMin=0.8&oddsMax=2&kind=board&time=settled&from=2026-11-20&to=2026-11-22',
  )
  expect(await screen.findByLabelText('场馆账号', {}, { timeout: 40_000 })).toHaveValue('70001_hejun888')
  expect(screen.getByLabelText('局号／赛事')).toHaveValue('50-1763702')
  const lists = () => asked.mock.calls.map(([url]) => String(url)).filter((url) => /\/bets\?/.test(url))
  const query = new URLSearchParams(lists().at(-1)?.replace(/.*\?/, ''))
  expect(Object.fromEntries(query)).toMatchObject({
    account: '70001_hejun888',
    round: '50-1763702',
    outcome: 'won',
    parlay: '0',
    oddsMin: '0.8',
    oddsMax: '2',
    kind: 'board',
    time: 'settled',
    from: String(Date.parse('2026-11-20T00:00:00+08:00')),
    to: String(Date.parse('2026-11-23T00:00:00+08:00')),
  })
  await userEvent.clear(screen.getByLabelText('局号／赛事'))
  await userEvent.click(screen.getByLabelText('局号／赛事'))
  await userEvent.paste('R 2')
  await userEvent.click(screen.getByRole('button', { name: '查询' }))
  await vi.waitFor(() => expect(lists().at(-1)).toMatch(/round=R(\+|%20)2/), { timeout: 20_000 })
  expect(lists().at(-1)).toContain('account=70001_hejun888')
  await userEvent.click(screen.getByRole('button', { name: '重置' }))
  await vi.waitFor(() => expect(lists().at(-1)).not.toMatch(/round|account|from/), { timeout: 20_000 })
  expect(screen.getByLabelText('场馆账号')).toHaveValue('')
}, 90_000)

test('a search over too many days says what to do, and loses no filter', async () => {
  serve(({ path }) =>
    path === '/bets'
      ? { status: 400, body: { code: 'bet.too_wide', message: '时间范围过大：请缩短时间范围，或填写玩家' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/bets?venue=ky&min=500&from=2026-10-01&to=2026-11-22')
  expect(await screen.findByText(/时间范围过大/, {}, { timeout: 40_000 })).toBeVisible()
  expect(screen.getByLabelText('最低投注')).toHaveValue('500')
  expect(screen.getByRole('button', { name: '重试' })).toBeVisible()
}, 90_000)

test('a list without bets says so', async () => {
  serve(({ path }) => (path === '/bets' ? { status: 200, body: { items: [], total: 0 } } : undefined))
  renderAt(<AppRoutes />, '/bets')
  expect(await screen.findByText('没有符合条件的注单', {}, { timeout: 40_000 })).toBeVisible()
}, 90_000)

test('the round of a bet leads to all bets of the round', async () => {
  serve()
  renderAt(<AppRoutes />, '/bets?open=ky%3A50-1763702-882')
  const link = await screen.findByRole('link', { name: '50-1763702' }, { timeout: 40_000 })
  expect(link.getAttribute('href')).toMatch(
    /^\/bets\?venue=ky&round=50-1763702&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/,
  )
}, 90_000)

test('staff open the round of a bet in a window of its own', async () => {
  const page = { opener: window, location: { href: 'about:blank' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  let gone = false
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/bets/ky/50-1763702-882/replay'
      ? gone
        ? { status: 404, body: { code: 'bet.replay_gone', message: '场馆查不到这一局' } }
        : { status: 200, body: { address: 'https://rounds.example/1' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/bets?open=ky%3A50-1763702-882')
  const button = await screen.findByRole('button', { name: '打开回放' }, { timeout: 40_000 })
  await userEvent.click(button)
  await vi.waitFor(() => expect(page.location.href).toBe('https://rounds.example/1'), { timeout: 20_000 })
  expect(page.opener).toBeNull()
  gone = true
  await userEvent.click(button)
  await screen.findByText('场馆查不到这一局', {}, { timeout: 20_000 })
  expect(page.close).toHaveBeenCalledOnce()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
}, 90_000)
