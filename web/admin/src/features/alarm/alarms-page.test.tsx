import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

const patient = { timeout: 60_000 }

test('a target is tested by its button, and a refusal is said', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/alarms/targets/t1/test'
      ? { status: 422, body: { code: 'alarm.unsent', message: '测试消息没有送达：证书不可信' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/alarms')
  await userEvent.click(await screen.findByRole('button', { name: /^测\s*试$/ }, patient))
  expect(await screen.findByText('测试消息没有送达：证书不可信', {}, patient)).toBeInTheDocument()
  expect(sent.filter(({ path }) => path === '/alarms/targets/t1/test')).toHaveLength(1)
}, 120_000)

test('an event goes to the targets that were chosen, with its version', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/alarms/routes' ? { status: 200, body: { status: 'done' } } : undefined,
  )
  renderAt(<AppRoutes />, '/alarms')
  await userEvent.click(await screen.findByRole('button', { name: '修改分派' }, patient))
  const minutes = await screen.findByLabelText('账目核对未通过 间隔（分钟）', {}, patient)
  fireEvent.change(minutes, { target: { value: '15' } })
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '更快通知' } })
  await userEvent.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await screen.findByText('已保存', {}, patient)
  expect(sent.find(({ path }) => path === '/alarms/routes')?.body).toEqual({
    version: 1,
    reason: '更快通知',
    routes: [{ kind: 'books.broken', targets: ['t1'], minutes: 15 }],
  })
}, 120_000)
