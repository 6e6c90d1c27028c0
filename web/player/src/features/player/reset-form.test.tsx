import { keepLogin, loginInfo } from '@shared/session'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import ForgetPage from './forget-page'

const server = fakeServer()
const path = '/v1/PubInterface/ResetPassword'

async function fillIn(code: string, repeat = 'Zt5rW8nB') {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('用户名'), 'ming 01')
  await user.type(screen.getByLabelText('重设码'), code)
  await user.type(screen.getByLabelText('新密码'), 'Zt5rW8nB')
  await user.type(screen.getByLabelText('确认新密码'), repeat)
  await user.type(screen.getByLabelText('验证码'), 'a1B2')
  await user.click(screen.getByRole('button', { name: '设置新密码' }))
}

it('ACC-11 a code of customer service sets a new password, and the login is next', async () => {
  keepLogin({ Ticket: 'stale', PlayerName: 'ming01' })
  server.reply({ [path]: { ResultMessage: '密码已重设，请使用新密码登录' } })
  show(<ForgetPage />, '/Forget')
  await fillIn('1234 5678-9012 ３４５６')
  await waitFor(() => expect(window.location.hash).toBe('#/Login'))
  const form = server.callsTo(path)[0]?.form
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    playerName: 'ming01',
    resetCode: '1234567890123456',
    newPassword: 'Zt5rW8nB',
    confirmPassword: 'Zt5rW8nB',
    verifyCode: 'a1B2',
  })
  expect(form?.get('vRand')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  // Every session ended on the server: what this browser kept of one is no login any more.
  expect(loginInfo().Ticket).toBe('')
})

it('ACC-11 nothing is sent while the code or the repeat is wrong', async () => {
  show(<ForgetPage />, '/Forget')
  await fillIn('1234', 'Zt5rW8nC')
  expect(await screen.findByText('请输入16位数字的重设码')).toBeVisible()
  expect(screen.getByText('两次输入的密码不一致')).toBeVisible()
  expect(server.callsTo(path)).toHaveLength(0)
})

it('ACC-11 a refusal is shown as the server said it, and another captcha is drawn', async () => {
  const said = '用户名或重设码不正确，或重设码已过期'
  server.reply({ [path]: { IsSuc: false, ErrorMessage: said, ResultMessage: said } })
  const { container } = show(<ForgetPage />, '/Forget')
  const image = () => container.querySelector('img[src*="vRand"]')?.getAttribute('src')
  const first = image()
  await fillIn('1234567890123456')
  expect(await screen.findByText(said)).toBeVisible()
  expect(image()).not.toBe(first)
  expect(screen.getByLabelText('验证码')).toHaveValue('')
  expect(screen.getByLabelText('重设码')).toHaveValue('1234567890123456')
  expect(window.location.hash).toBe('#/Forget')
})

it('ACC-11 an answer that never came is not told as a refusal: the new password may be in force', async () => {
  server.reply({ [path]: [502, '<html>bad gateway</html>'] })
  show(<ForgetPage />, '/Forget')
  await fillIn('1234567890123456')
  expect(await screen.findByText(/密码可能已经重设/)).toBeVisible()
})
