import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { PasswordForm } from './password-form'

const server = fakeServer()
beforeEach(logIn)

const section = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }))

it('D-03 a withdrawal password of the player’s own can be set, and the login password stays what it is', async () => {
  const user = userEvent.setup()
  show(<PasswordForm />)
  const form = section('提款密码')
  await user.type(form.getByLabelText('当前提款密码'), 'login2026')
  await user.type(form.getByLabelText('新密码'), 'money2026')
  await user.type(form.getByLabelText('确认新密码'), 'money2027')
  await user.click(form.getByRole('button', { name: '设置提款密码' }))
  expect(await form.findByText('两次输入的密码不一致')).toBeVisible()
  expect(server.callsTo('/v1/Do/SetWithdrawPassword')).toHaveLength(0)
  await user.clear(form.getByLabelText('确认新密码'))
  await user.type(form.getByLabelText('确认新密码'), 'money2026')
  await user.dblClick(form.getByRole('button', { name: '设置提款密码' }))
  await waitFor(() => expect(form.getByLabelText('新密码')).toHaveValue(''))
  const calls = server.callsTo('/v1/Do/SetWithdrawPassword')
  expect(calls).toHaveLength(1)
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    currentPassword: 'login2026',
    newPassword: 'money2026',
    confirmPassword: 'money2026',
  })
  expect(server.callsTo('/v1/Do/CallPlayerUpdatePasswordAction')).toHaveLength(0)
})

it('H-128 a forgotten withdrawal password is set anew with a code of customer service', async () => {
  const user = userEvent.setup()
  show(<PasswordForm />)
  const form = section('提款密码')
  await user.click(form.getByRole('button', { name: '忘记提款密码？' }))
  await user.type(form.getByLabelText('重设码'), '1234 5678')
  await user.type(form.getByLabelText('新密码'), 'money2026')
  await user.type(form.getByLabelText('确认新密码'), 'money2026')
  await user.click(form.getByRole('button', { name: '重设提款密码' }))
  await waitFor(() => expect(form.getByLabelText('重设码')).toHaveAccessibleDescription(/16位数字/))
  expect(server.callsTo('/v1/Do/ResetWithdrawPassword')).toHaveLength(0)
  await user.clear(form.getByLabelText('重设码'))
  await user.type(form.getByLabelText('重设码'), '1234567890123456')
  await user.click(form.getByRole('button', { name: '重设提款密码' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/ResetWithdrawPassword')).toHaveLength(1))
  expect(Object.fromEntries(server.callsTo('/v1/Do/ResetWithdrawPassword')[0]?.form ?? [])).toEqual({
    resetCode: '1234567890123456',
    newPassword: 'money2026',
    confirmPassword: 'money2026',
  })
  await user.click(form.getByRole('button', { name: '我记得提款密码' }))
  expect(form.getByLabelText('当前提款密码')).toBeVisible()
})

it.each([
  ['1234', '请输入5-20位数字或字母'],
  ['a'.repeat(21), '请输入5-20位数字或字母'],
  ['abc_12', '请输入5-20位数字或字母'],
])('ACC-17 a new password %s is refused under its field, and not sent', async (password, sentence) => {
  const user = userEvent.setup()
  show(<PasswordForm />)
  const form = section('登录密码')
  await user.type(form.getByLabelText('当前密码'), 'old12345')
  await user.type(form.getByLabelText('新密码'), password)
  await user.type(form.getByLabelText('确认新密码'), password)
  await user.click(form.getByRole('button', { name: '修改密码' }))
  await waitFor(() => expect(form.getByLabelText('新密码')).toHaveAccessibleDescription(sentence))
  expect(server.callsTo('/v1/Do/CallPlayerUpdatePasswordAction')).toHaveLength(0)
})

it('ACC-17 the login password is changed under the player’s name, with the confirmation', async () => {
  const user = userEvent.setup()
  show(<PasswordForm />)
  const form = section('登录密码')
  await user.type(form.getByLabelText('当前密码'), 'old12345')
  await user.type(form.getByLabelText('新密码'), 'new12345')
  await user.type(form.getByLabelText('确认新密码'), 'new12345')
  await user.click(form.getByRole('button', { name: '修改密码' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/CallPlayerUpdatePasswordAction')).toHaveLength(1))
  expect(Object.fromEntries(server.callsTo('/v1/Do/CallPlayerUpdatePasswordAction')[0]?.form ?? [])).toEqual({
    playername: 'demo01',
    currentPassword: 'old12345',
    newPassword: 'new12345',
    confirmPassword: 'new12345',
  })
})
