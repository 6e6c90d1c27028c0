import { clearLogin } from '@shared/session'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import RealityCheck from './reality-check'

const server = fakeServer()
const path = '/v1/Select/RealityCheck'
const title = { name: '游戏时间提醒' }
const minute = 60_000
const logout = vi.fn()

/** The session began so many minutes ago; the interval is as given. */
const session = (minutes: number, ago: number, Net = -128.5) => {
  const Since = Date.now() - ago * minute
  server.reply({ [path]: { Data: { Now: Date.now(), Since, Minutes: minutes, Net, Deposits: 300 } } })
  return Since
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Waits in real time, while the faked clock does not move. */
async function until(good: () => boolean) {
  for (let tries = 0; tries < 300 && !good(); tries++) await act(() => new Promise((done) => setTimeout(done, 10)))
  expect(good()).toBe(true)
}
/** The given number of calls came, and the page had the time to take their answers. */
async function answered(calls: number) {
  await until(() => server.callsTo(path).length >= calls)
  await act(() => new Promise((done) => setTimeout(done, 100)))
}
async function shown() {
  await until(() => screen.queryByRole('dialog', title) !== null)
  return screen.getByRole('dialog', title)
}

beforeEach(() => {
  localStorage.removeItem('realityCheck')
  logout.mockClear()
  logIn()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  clearLogin()
})

it.each([30, 60, 120])(
  'RG-6 comes when %i minutes have passed since the login, and not five seconds before',
  async (minutes) => {
    session(minutes, 0)
    show(<RealityCheck onLogout={logout} />)
    await answered(1)
    await pass(minutes * minute - 5000)
    expect(server.callsTo(path)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(6000)
    await answered(2)
    const dialog = await shown()
    expect(dialog).toHaveTextContent(minutes === 30 ? '30 分钟' : `${minutes / 60} 小时 0 分钟`)
    expect(dialog).toHaveTextContent('128.50')
    expect(dialog).toHaveTextContent('¥300.00')
  },
)

it('RG-6 is not closed by Escape, goes by its answer, and comes again one interval later', async () => {
  const user = userEvent.setup({ delay: null })
  session(30, 31)
  show(<RealityCheck onLogout={logout} />)
  await shown()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', title)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '我知道了，继续' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const before = server.callsTo(path).length
  await pass(30 * minute - 6000)
  expect(server.callsTo(path)).toHaveLength(before)
  await pass(7000)
  await shown()
})

it('RG-6 survives a reload until it was acknowledged, and not after', async () => {
  const user = userEvent.setup({ delay: null })
  session(30, 31)
  const first = show(<RealityCheck onLogout={logout} />)
  await shown()
  first.unmount()
  const second = show(<RealityCheck onLogout={logout} />)
  await shown()
  await user.click(screen.getByRole('button', { name: '我知道了，继续' }))
  second.unmount()
  const before = server.callsTo(path).length
  show(<RealityCheck onLogout={logout} />)
  await answered(before + 1)
  await pass(6000)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('RG-6 offers the way out', async () => {
  const user = userEvent.setup({ delay: null })
  session(60, 61)
  show(<RealityCheck onLogout={logout} />)
  await shown()
  await user.click(screen.getByRole('button', { name: '退出登录' }))
  expect(logout).toHaveBeenCalledOnce()
})

it('RG-6 stays away when the player switched it off', async () => {
  session(0, 500)
  show(<RealityCheck onLogout={logout} />)
  await answered(1)
  await pass(10 * minute)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.callsTo(path)).toHaveLength(1)
})
