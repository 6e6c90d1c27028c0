import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { permissions } from '../../testing/permissions'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 10_000 }
const button = (name: string) => screen.getByRole('button', { name })

describe('resetting a password through customer service (ACC-11, H-60)', () => {
  test('needs a reason, shows the code once, and never sends a password', async () => {
    const sent = serve((request) =>
      request.path === '/players/70/reset'
        ? { status: 200, body: { code: '1234 5678 9012 3456', expiresAt: Date.parse('2026-11-21T07:00:00Z') } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/players/70')
    await userEvent.click(await screen.findByRole('button', { name: '重设登录密码' }, slow))
    await userEvent.click(button('签发重设码'))
    expect(await screen.findByText('请填写原因')).toBeVisible()
    await userEvent.click(button('玩家来电，身份已核实'))
    await userEvent.click(button('签发重设码'))
    expect(await screen.findByText('1234 5678 9012 3456')).toBeVisible()
    expect(sent.filter((request) => request.method === 'POST')).toMatchObject([
      { path: '/players/70/reset', body: { reason: '玩家来电，身份已核实' } },
    ])
    await userEvent.click(button('我已告知玩家'))
    await waitFor(() => expect(screen.queryByText('1234 5678 9012 3456')).toBeNull())
  }, 30_000)

  test('who may not issue codes sees only that one is live', async () => {
    serve(
      undefined,
      [...permissions].filter((permission) => permission !== 'player.reset'),
    )
    renderAt(<AppRoutes />, '/players/70')
    expect(await screen.findByText(/support1 于 .* 签发的重设码/, {}, slow)).toBeVisible()
    expect(screen.queryByRole('button', { name: '重设登录密码' })).toBeNull()
  }, 30_000)
})
