import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { permissions } from '../../testing/permissions'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 10_000 }
const button = (name: string) => screen.getByRole('button', { name })

describe('correcting a personal field (H-127)', () => {
  test('asks a second person with the new value and a reason', async () => {
    const sent = serve((request) =>
      request.path === '/players/70/correct'
        ? { status: 202, body: { status: 'waiting', approvalId: '9' } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/players/70')
    await userEvent.click(await screen.findByRole('button', { name: '更正手机' }, slow))
    await userEvent.click(button('提交复核'))
    expect(await screen.findByText('请填写更正后的内容')).toBeVisible()
    await userEvent.type(screen.getByLabelText('更正为'), ' 13912345678 ')
    await userEvent.click(button('身份证件核对有误'))
    await userEvent.click(button('提交复核'))
    await waitFor(() =>
      expect(sent.filter((request) => request.method === 'POST')).toMatchObject([
        { path: '/players/70/correct', body: { field: 'phone', value: '13912345678', reason: '身份证件核对有误' } },
      ]),
    )
  }, 30_000)

  test('is not offered to those who may not ask', async () => {
    serve(
      undefined,
      [...permissions].filter((permission) => permission !== 'player.correct'),
    )
    renderAt(<AppRoutes />, '/players/70')
    expect(await screen.findByRole('button', { name: '重设登录密码' }, slow)).toBeVisible()
    expect(screen.queryByRole('button', { name: '更正手机' })).toBeNull()
  }, 30_000)
})
