import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import SecurityPage from './security-page'

const server = fakeServer()
beforeEach(logIn)

const security = (contacts: object[]) => ({
  '/v1/Select/PlayerSecurity': { Data: { SecondSince: '', RecoveryLeft: 0, Logins: [], Contacts: contacts } },
})
const phone = (more: object = {}) => ({
  Channel: 'sms',
  Address: '138****0001',
  ProvedTime: '',
  Notices: true,
  ...more,
})
const proved = phone({ ProvedTime: '2026-03-02 10:00:00' })

it('H-393 without a company neither proof nor notices are shown', async () => {
  server.reply(security([]))
  show(<SecurityPage />)
  await screen.findByRole('button', { name: '开启两步验证' })
  expect(screen.queryByText('手机与邮箱')).toBeNull()
})

it('H-394 a phone is proved by the code that came to it', async () => {
  server.reply({
    ...security([phone()]),
    '/v1/Do/SendCodeAction': { Data: { Ask: 'ask-1', Again: 60, Minutes: 10 } },
    '/v1/Do/ProveContactAction': (form: URLSearchParams) =>
      form.get('code') === '123456' ? {} : { IsSuc: false, ErrorMessage: '验证码不正确，或已过期' },
  })
  show(<SecurityPage />)
  const row = within(await screen.findByRole('list', { name: '手机与邮箱' }))
  expect(row.getByText('未验证')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: '验证手机号' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: '确认验证' })).toBeDisabled()
  expect(dialog.getByRole('button', { name: '获取验证码' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('登录密码'), 'password1')
  await userEvent.click(dialog.getByRole('button', { name: '获取验证码' }))
  expect(await dialog.findByRole('button', { name: /秒后重发/ })).toBeDisabled()
  expect(server.callsTo('/v1/Do/SendCodeAction')[0]?.form.get('password')).toBe('password1')
  await userEvent.type(dialog.getByLabelText('验证码'), '000000')
  await userEvent.click(dialog.getByRole('button', { name: '确认验证' }))
  expect(await dialog.findByText('验证码不正确，或已过期')).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('验证码'))
  await userEvent.type(dialog.getByLabelText('验证码'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: '确认验证' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo('/v1/Do/ProveContactAction')[1]?.form.get('ask')).toBe('ask-1')
})

it('H-396 a proved phone is changed by two codes', async () => {
  server.reply({
    ...security([proved]),
    '/v1/Do/SendCodeAction': (form: URLSearchParams) => ({
      Data: { Ask: `ask-${form.get('purpose')}`, Again: 60, Minutes: 10 },
    }),
    '/v1/Do/ChangeContactAction': {},
  })
  show(<SecurityPage />)
  await userEvent.click(await screen.findByRole('button', { name: '更换手机号' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: '获取验证码' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('登录密码'), 'password1')
  await userEvent.click(dialog.getByRole('button', { name: '获取验证码' }))
  await userEvent.type(dialog.getByLabelText('验证码'), '111111')
  await userEvent.click(await dialog.findByRole('button', { name: '下一步' }))
  const address = await dialog.findByLabelText('新手机号')
  expect(dialog.getByRole('button', { name: '获取验证码' })).toBeDisabled()
  await userEvent.type(address, '13700001234')
  await userEvent.click(dialog.getByRole('button', { name: '获取验证码' }))
  await userEvent.type(dialog.getByLabelText('验证码'), '222222')
  await userEvent.click(dialog.getByRole('button', { name: '确认更换' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/ChangeContactAction')).toHaveLength(1))
  expect(Object.fromEntries(server.callsTo('/v1/Do/SendCodeAction')[1]?.form ?? [])).toMatchObject({
    purpose: 'new',
    address: '13700001234',
    oldAsk: 'ask-old',
    oldCode: '111111',
  })
  expect(Object.fromEntries(server.callsTo('/v1/Do/ChangeContactAction')[0]?.form ?? [])).toMatchObject({
    oldAsk: 'ask-old',
    oldCode: '111111',
    ask: 'ask-new',
    code: '222222',
  })
})

it('H-397 messages about money are switched off by channel', async () => {
  server.reply({ ...security([proved]), '/v1/Do/ContactNoticesAction': {} })
  show(<SecurityPage />)
  await userEvent.click(await screen.findByRole('checkbox', { name: /接收存提款通知/ }))
  await waitFor(() =>
    expect(Object.fromEntries(server.callsTo('/v1/Do/ContactNoticesAction')[0]?.form ?? [])).toMatchObject({
      channel: 'sms',
      on: '0',
    }),
  )
})
