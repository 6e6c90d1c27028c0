import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import LoginPage from './login-page'

fakeServer()
vi.mock('../security/has-passkeys', () => ({ hasPasskeys: () => true }))
vi.mock('../security/passkey-button', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('the password still logs in when the code of the passkeys does not come', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show(<LoginPage />, '/Login')
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), 4000)
  expect(screen.getByLabelText('密码')).toBeVisible()
  expect(screen.getByRole('button', { name: '登录' })).toBeEnabled()
})
