import { clearLogin, loginInfo } from '@shared/session'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import * as toasts from '../../ui/toast'
import RegisterPage from './register-page'

const server = fakeServer()
const path = '/v1/PubInterface/CallRegAction'

async function fillIn(repeat = 'abc12345') {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('用户名'), 'new 001')
  await user.type(screen.getByLabelText('手机号'), '138 0013 8000')
  await user.type(screen.getByLabelText('密码'), 'abc12345')
  await user.type(screen.getByLabelText('确认密码'), repeat)
  await user.type(screen.getByLabelText('验证码'), 'a1B2')
  await user.click(screen.getByRole('button', { name: '立即注册' }))
}

// These come first: the way home that another test begins would lead away from here.
for (const [told, answer, kind, sentence] of [
  ['with a Ticket the player is logged in', { Ticket: 'T7', PlayerName: 'new001' }, 'success', '注册成功'],
  [
    'without a Ticket the message is shown',
    { Ticket: '', ResultMessage: '注册成功，请登录' },
    'info',
    '注册成功，请登录',
  ],
] as const) {
  it(`ACC-07 ${told}, and the home page follows after 2 s`, async () => {
    const said = vi.spyOn(toasts, 'toast')
    clearLogin()
    server.reply({ [path]: answer })
    show(<RegisterPage />, '/register')
    await fillIn()
    await waitFor(() => expect(said).toHaveBeenCalledWith(kind, expect.stringMatching(sentence)))
    const from = performance.now()
    expect(loginInfo().Ticket).toBe(answer.Ticket)
    expect(window.location.hash).toBe('#/register')
    await waitFor(() => expect(window.location.hash).toBe('#/'), { timeout: 5_000, interval: 20 })
    expect(performance.now() - from).toBeGreaterThan(1_800)
  })
}

it('ACC-07 who leaves the page within the 2 s is not taken home from another one', async () => {
  clearLogin()
  server.reply({ [path]: { Ticket: 'T8', PlayerName: 'new001' } })
  const { unmount } = show(<RegisterPage />, '/register')
  await fillIn()
  await waitFor(() => expect(loginInfo().Ticket).toBe('T8'))
  unmount()
  window.location.hash = '#/Deposit'
  await new Promise((resolve) => setTimeout(resolve, 2_300))
  expect(window.location.hash).toBe('#/Deposit')
})

it('ACC-01, ACC-06 strips spaces as typed and sends the documented payload with the invite id', async () => {
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'new001' } })
  show(<RegisterPage />, '/register?invitePeopleId=88')
  await fillIn()
  await waitFor(() => expect(loginInfo().Ticket).toBe('T1'))
  const form = server.callsTo(path)[0]?.form
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    PlayerName: 'new001',
    password: 'abc12345',
    withdrawpassword: 'abc12345',
    tell: '13800138000',
    verifyCode: 'a1B2',
    invitePeopleId: '88',
  })
  expect(form?.get('vRand')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
})

it('ACC-04 says that the two passwords differ', async () => {
  show(<RegisterPage />)
  await fillIn('abc12346')
  expect(await screen.findByText('两次输入的密码不一致')).toBeVisible()
  expect(server.callsTo(path)).toHaveLength(0)
})

it('ACC-07 a refusal is shown as the server said it, and another captcha is drawn', async () => {
  server.reply({ [path]: { IsSuc: false, ErrorMessage: '用户名已存在', ResultMessage: '用户名已存在' } })
  const { container } = show(<RegisterPage />)
  const image = () => container.querySelector('img[src*="vRand"]')?.getAttribute('src')
  const first = image()
  await fillIn()
  expect(await screen.findByText('用户名已存在')).toBeVisible()
  expect(image()).not.toBe(first)
  expect(loginInfo().Ticket).toBe('')
})

it('PROMO-08 an invite link shows who invited, masked', () => {
  show(<RegisterPage />, '/register?invitePeopleId=demo01')
  expect(screen.getByText('邀请人 de***1')).toBeVisible()
})
