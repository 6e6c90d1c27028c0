import { keepLogin } from '@shared/session'
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../test/server'
import { SessionGuard } from './session-guard'

fakeServer()

it.each([
  ['/BankCard', 1],
  ['/Login', 0],
])('another player who logged in beside leaves nothing of the first on %s', (at, reloads) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  logIn()
  show(<SessionGuard />, at)
  act(() => keepLogin({ Ticket: 'of-somebody-else', PlayerName: 'other' }))
  expect(reload).toHaveBeenCalledTimes(reloads)
})
