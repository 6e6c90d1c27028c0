import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

test('a way of money is closed with a reason, and one that a restore closed says why it stays so', async () => {
  const sent = serve()
  renderAt(<AppRoutes />, '/gate')
  expect(await screen.findByText(/数据库已恢复/, {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByText(/暂不能恢复：恢复之后还没有完整对账/)).toBeVisible()
  expect(screen.getByRole('button', { name: '申请恢复' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: '恢复后对账' }))
  await userEvent.click(screen.getByRole('button', { name: /关\s*闭/ }))
  expect(await screen.findByText('关闭：场馆 鸿运棋院', {}, { timeout: 10_000 })).toBeVisible()
  await userEvent.type(await screen.findByRole('textbox', { name: /原因|理由|备注/ }), '资金异常')
  await userEvent.click(screen.getAllByRole('button', { name: /关\s*闭/ }).at(-1) as HTMLElement)
  expect(sent.find((request) => request.path === '/gate/close')?.body).toEqual({ door: 'venue:ky', reason: '资金异常' })
  expect(sent.some((request) => request.path === '/gate/compare')).toBe(true)
}, 30_000)
