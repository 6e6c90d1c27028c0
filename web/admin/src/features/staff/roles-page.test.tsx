import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'
import { browserOf } from './sessions'

const patient = { timeout: 30_000 }

test('a role is changed with its version, and the owner’s role cannot be', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/roles/finance'
      ? { status: 200, body: { status: 'waiting', approvalId: '9' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/staff/roles')
  const row = (await screen.findByText('财务', {}, patient)).closest('tr') as HTMLElement
  const owner = screen.getByText('管理员').closest('tr') as HTMLElement
  expect(within(owner).queryByRole('button')).toBeNull()
  await userEvent.click(within(row).getByRole('button', { name: /^修\s*改$/ }))
  await userEvent.click(await screen.findByLabelText('权限 deposit.confirm', {}, patient))
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '岗位调整' } })
  await userEvent.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(sent.some(({ path }) => path === '/roles/finance')).toBe(true), patient)
  const body = sent.find(({ path }) => path === '/roles/finance')?.body as { permissions: string[]; version: number }
  expect(body.version).toBe(0)
  expect(body.permissions).toContain('deposit.confirm')
}, 120_000)

test('a browser is named by what it says of itself', () => {
  expect(browserOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe(
    'Safari · iPhone',
  )
  expect(browserOf('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0')).toBe('Edge · Windows')
  expect(browserOf('curl/8.0')).toBe('curl/8.0')
  expect(browserOf('')).toBe('未知设备')
})
