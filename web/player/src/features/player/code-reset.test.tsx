import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import ForgetPage from './forget-page'

const server = fakeServer()

it('H-393 without a company the reset by a code is not shown', async () => {
  server.reply({ '/v1/PubInterface/ResetChannels': { Data: [] } })
  show(<ForgetPage />, '/Forget')
  await waitFor(() => expect(server.callsTo('/v1/PubInterface/ResetChannels')).toHaveLength(1))
  expect(screen.queryByText('用手机或邮箱验证码找回')).toBeNull()
  expect(screen.getByLabelText('重设码')).toBeVisible()
})

it('H-395 a code to a proved address sets a new password, and the login is next', async () => {
  server.reply({
    '/v1/PubInterface/ResetChannels': { Data: ['sms', 'email'] },
    '/v1/PubInterface/SendResetCode': { Data: { Ask: 'ask-1', Again: 60, Minutes: 10 } },
    '/v1/PubInterface/ResetByCode': { ResultMessage: '密码已重设，请使用新密码登录' },
  })
  show(<ForgetPage />, '/Forget')
  await userEvent.type(await screen.findByLabelText('手机或邮箱'), '13800000001')
  await userEvent.type(screen.getByLabelText('图形验证码'), 'a1B2')
  await userEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText(/如果该手机号或邮箱已验证/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('6 位验证码'), '123456')
  await userEvent.type(screen.getByLabelText('设置新的登录密码'), 'Zt5rW8nB')
  await userEvent.type(screen.getByLabelText('再次输入新密码'), 'Zt5rW8nB')
  await userEvent.click(screen.getByRole('button', { name: '重设密码' }))
  await waitFor(() => expect(window.location.hash).toBe('#/Login'))
  expect(Object.fromEntries(server.callsTo('/v1/PubInterface/ResetByCode')[0]?.form ?? [])).toMatchObject({
    ask: 'ask-1',
    code: '123456',
    newPassword: 'Zt5rW8nB',
    confirmPassword: 'Zt5rW8nB',
  })
})
