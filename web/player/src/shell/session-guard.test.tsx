import { keepLogin } from '@shared/session'
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../test/server'
import { SessionGuard } from './session-guard'

fakeServer()

const other = { Ticket: 'of-another', PlayerName: 'other' }

function logInElsewhere() {
  localStorage.setItem('loginInfo', JSON.stringify(other))
  window.dispatchEvent(new StorageEvent('storage', { key: 'loginInfo' }))
}

it.each([
  ['in another tab', logInElsewhere, 1],
  ['in this one, whose login page leads on', () => keepLogin(other), 0],
])('a page is loaded anew where another player logged in %s', (_, logInAsOther, reloads) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  logIn()
  show(<SessionGuard />, '/BankCard')
  act(logInAsOther)
  expect(reload).toHaveBeenCalledTimes(reloads)
})
