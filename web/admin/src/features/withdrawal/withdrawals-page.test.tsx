import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const opened = (order: string) => screen.findByRole('button', { name: order }, wait)

describe('the withdrawal queue', () => {
  test('shows who waits with flags, and asks the server for the open ones only', async () => {
    const sent = serve()
    renderAt(<AppRoutes />, '/withdrawals')
    expect(await opened('W20261121141533207')).toBeVisible()
    expect(screen.getByText('流水还差 220.00')).toBeVisible()
    expect(sent.some((request) => request.path === '/withdrawals')).toBe(true)
  }, 30_000)

  test('a failed load says why and tries again on request', async () => {
    let broken = true
    serve(({ path }) =>
      broken && path === '/withdrawals' ? { status: 503, body: { code: 'x', message: '服务暂时不可用' } } : undefined,
    )
    renderAt(<AppRoutes />, '/withdrawals')
    expect(await screen.findByText('服务暂时不可用', {}, wait)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await opened('W20261121141533207')).toBeVisible()
  }, 30_000)

  test('the turnover beside a withdrawal says that it is of now', async () => {
    serve()
    renderAt(<AppRoutes />, '/withdrawals')
    await userEvent.click(await opened('W20261121140211019'))
    const drawer = await screen.findByRole('dialog', {}, wait)
    expect(await within(drawer).findByText('流水要求（现在）', {}, wait)).toBeVisible()
  }, 60_000)

  test('the session’s end is told once, whatever number of calls find it', async () => {
    let ended = false
    serve(() => (ended ? { status: 401, body: { code: 'staff.no_session', message: '请先登录' } } : undefined))
    renderAt(<AppRoutes />, '/withdrawals')
    await userEvent.click(await opened('W20261121140211019'))
    const drawer = await screen.findByRole('dialog', {}, wait)
    await within(drawer).findByRole('button', { name: '放回队列' }, wait)
    ended = true
    // The refused change makes every list read again: several answers of 401 at once.
    await userEvent.click(within(drawer).getByRole('button', { name: '放回队列' }))
    expect(await screen.findByLabelText('动态口令', {}, wait)).toBeVisible()
    await waitFor(() => expect(screen.getAllByText('登录已失效，请重新登录')).toHaveLength(1))
  }, 30_000)
})
