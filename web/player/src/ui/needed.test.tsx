import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { needed } from './needed'
import { reloadPage } from './reload-page'

vi.mock('./reload-page', () => ({ reloadPage: vi.fn() }))
const gone = new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => {
  vi.mocked(reloadPage).mockClear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const retry = () => screen.findByRole('button', { name: '重试' })

it('a part whose code does not come says so in its place, and another try shows it', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(gone)
    .mockResolvedValue({ default: () => <p>二维码</p> })
  const Part = needed<object>(load, { waiting: <p>加载中</p> })
  render(
    <main>
      订单金额 500.00
      <Part />
    </main>,
  )
  expect(screen.getByText('加载中')).toBeVisible()
  // Beside an amount the plain 加载失败 would read as a payment that failed.
  expect(await screen.findByRole('alert')).toHaveTextContent(/^此处内容没有加载出来重试$/)
  await userEvent.click(await retry())
  expect(await screen.findByText('二维码')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('订单金额 500.00')
  expect(reloadPage).not.toHaveBeenCalled()
})

it('a second failure with the network there loads the page anew, for a release removed the file', async () => {
  const Part = needed<object>(() => Promise.reject(gone), { waiting: null })
  render(<Part />)
  await userEvent.click(await retry())
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(await retry()).toBeVisible()
})

it('without the network the page stays, however often it is tried', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(() => Promise.reject(gone))
  const Part = needed<object>(load, { waiting: null })
  render(<Part />)
  await userEvent.click(await retry())
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await userEvent.click(await retry())
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3))
  expect(await retry()).toBeVisible()
  expect(reloadPage).not.toHaveBeenCalled()
})
