import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { post } from '../../api/client'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'
import { StepUp } from './step-up'

const enrolment = {
  name: 'zhou',
  totpSecret: 'ABCDEFGH',
  totpUri: 'otpauth://totp/x:zhou?secret=ABCDEFGH',
  expiresAt: 1,
}

describe('one’s own account', () => {
  test('a new colleague enrols with their own password and authenticator, and both halves of the invitation', async () => {
    const sent = serve(({ path }) => {
      if (path === '/enrol/open') return { status: 200, body: enrolment }
      if (path === '/enrol') return { status: 204, body: undefined }
      return { status: 401, body: { code: 'staff.no_session', message: '请先登录' } }
    })
    renderAt(<AppRoutes />, '/enrol/LINK')
    await userEvent.type(await screen.findByLabelText('登记码', {}, { timeout: 10_000 }), 'CODE')
    await userEvent.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByRole('img', { name: '身份验证器二维码' })).toBeVisible()
    expect(screen.getByText('ABCDEFGH')).toBeVisible()
    await userEvent.type(screen.getByLabelText('新密码'), 'correct horse 42')
    await userEvent.type(screen.getByLabelText('再次输入新密码'), 'correct horse 43')
    await userEvent.type(screen.getByLabelText('验证器显示的 6 位动态口令'), '123456')
    await userEvent.click(screen.getByRole('button', { name: '完成登记' }))
    expect(await screen.findByText('两次输入的密码不一致')).toBeVisible()
    expect(sent.filter(({ path }) => path === '/enrol')).toHaveLength(0)
    await userEvent.type(screen.getByLabelText('再次输入新密码'), '{Backspace}2')
    await userEvent.click(screen.getByRole('button', { name: '完成登记' }))
    expect(await screen.findByLabelText('账号', {}, { timeout: 10_000 })).toBeVisible()
    expect(sent.find(({ path }) => path === '/enrol')?.body).toEqual({
      link: 'LINK',
      code: 'CODE',
      password: 'correct horse 42',
      totp: '123456',
    })
  }, 30_000)

  test('a call that needs a fresh code asks for it and is sent again with the same key', async () => {
    let fresh = false
    const sent = serve(({ method, path }) => {
      if (path === '/step-up') {
        fresh = true
        return { status: 204, body: undefined }
      }
      if (method === 'POST' && path === '/staff/2/disable' && !fresh)
        return { status: 403, body: { code: 'staff.step_up', message: '此操作需要重新输入动态口令' } }
      return { status: 200, body: {} }
    })
    renderAt(<StepUp />)
    const answer = post('/staff/2/disable', { reason: '测试停用' }, 'key-1')
    await userEvent.type(await screen.findByLabelText('动态口令', {}, { timeout: 10_000 }), '123456')
    await userEvent.click(screen.getByRole('button', { name: '验证并继续' }))
    await answer
    expect(sent.filter(({ path }) => path === '/staff/2/disable').map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(sent.filter(({ path }) => path === '/step-up')).toHaveLength(1)
  }, 30_000)
})
