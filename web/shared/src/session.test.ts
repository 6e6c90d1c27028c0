import { describe, expect, it } from 'vitest'
import { clearLogin, keepLogin, loginInfo, rememberedName } from './session'

const nobody = { Ticket: '', PlayerName: '' }

describe('ACC-12 the login as it is kept', () => {
  it('loginInfo holds Ticket and PlayerName, under the documented names', () => {
    keepLogin({ Ticket: 'T1', PlayerName: 'ming88' })
    expect(JSON.parse(localStorage.getItem('loginInfo') ?? '')).toEqual({ Ticket: 'T1', PlayerName: 'ming88' })
    expect(loginInfo()).toEqual({ Ticket: 'T1', PlayerName: 'ming88' })
  })

  it.each([
    '',
    'no JSON',
    'null',
    '{}',
    '{"Ticket":"","PlayerName":"ming88"}',
    '{"Ticket":null,"PlayerName":"ming88"}',
  ])('%j is nobody', (kept) => {
    localStorage.setItem('loginInfo', kept)
    expect(loginInfo()).toEqual(nobody)
  })

  it('ends with everything kept about the player, but for the name that was to be remembered', () => {
    keepLogin({ Ticket: 'T1', PlayerName: 'ming88' })
    for (const name of ['userInfo', 'gameList']) localStorage.setItem(name, '[]')
    rememberedName.set('ming88')
    clearLogin()
    expect(loginInfo()).toEqual(nobody)
    expect(Object.keys({ ...localStorage })).toEqual(['rememberPassword'])
  })
})
