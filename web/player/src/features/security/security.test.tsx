import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import SecurityPage from './security-page'

const server = fakeServer()
beforeEach(logIn)

const login = (id: string, more: object = {}) => ({
  Id: id,
  Time: '2026-03-02 10:00:00',
  SeenTime: '2026-03-02 10:05:00',
  EndTime: '',
  EndReason: '',
  Ip: '203.0.113.9',
  Device: 'Chrome / Windows',
  Remembered: false,
  Current: false,
  ...more,
})

const off = { SecondSince: '', RecoveryLeft: 0, Logins: [login('a', { Current: true })] }

it('H-364 another login is ended by its own button, all others after a second look, this one by none', async () => {
  server.reply({
    '/v1/Select/PlayerSecurity': {
      Data: {
        ...off,
        Logins: [
          login('a', { Current: true }),
          login('b', { Device: 'Safari / iOS' }),
          login('c', { EndTime: '2026-03-02 09:00:00', EndReason: '退出登录' }),
        ],
      },
    },
    '/v1/Do/EndSessionAction': { ResultMessage: '已在其他设备退出' },
  })
  show(<SecurityPage />)
  const list = within(await screen.findByRole('list', { name: '登录设备与记录' }))
  expect(list.getAllByRole('button')).toHaveLength(1)
  expect(list.getByText('退出登录 2026-03-02 09:00:00')).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: '在其他设备退出' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/EndSessionAction')[0]?.form.get('id')).toBe('b'))
  await userEvent.click(screen.getByRole('button', { name: '退出其他所有设备' }))
  expect(server.callsTo('/v1/Do/EndSessionAction')).toHaveLength(1)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getAllByRole('button').at(-1) as HTMLElement)
  await waitFor(() => expect(server.callsTo('/v1/Do/EndSessionAction')[1]?.form.get('id')).toBe(''))
})

it('H-363 two-step login is switched on by password, code and a list of recovery codes', async () => {
  server.reply({
    '/v1/Select/PlayerSecurity': { Data: off },
    '/v1/Do/BeginSecondAction': { Data: { Secret: 'JBSWY3DP', Address: 'otpauth://totp/x?secret=JBSWY3DP' } },
    '/v1/Do/ConfirmSecondAction': (form: URLSearchParams) =>
      form.get('secondCode') === '123456'
        ? { Data: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] }
        : { IsSuc: false, ErrorMessage: '动态码不正确或已使用，请输入最新的动态码' },
  })
  show(<SecurityPage />)
  await userEvent.click(await screen.findByRole('button', { name: '开启两步验证' }))
  await userEvent.type(await screen.findByLabelText('登录密码'), 'secret88')
  await userEvent.click(screen.getByRole('button', { name: '下一步' }))
  expect(await screen.findByRole('img', { name: '验证器二维码' })).toBeVisible()
  expect(screen.getByText('JBSWY3DP')).toBeVisible()
  const code = screen.getByLabelText('动态码')
  await userEvent.type(code, '000000')
  await userEvent.click(screen.getByRole('button', { name: '确认开启' }))
  expect(await screen.findByText(/动态码不正确/)).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: '确认开启' }))
  expect(await screen.findByText('AAAAA-BBBBB')).toBeVisible()
})

it('H-363 what is on is switched off with the password and a code', async () => {
  server.reply({
    '/v1/Select/PlayerSecurity': { Data: { ...off, SecondSince: '2026-03-01 10:00:00', RecoveryLeft: 2 } },
  })
  show(<SecurityPage />)
  expect(await screen.findByText(/剩余恢复码 2 个/)).toHaveTextContent('恢复码所剩不多')
  await userEvent.click(screen.getByRole('button', { name: '关闭两步验证' }))
  await userEvent.type(await screen.findByLabelText('登录密码'), 'secret88')
  await userEvent.type(screen.getByLabelText('动态码'), '123456')
  await userEvent.click(screen.getByRole('button', { name: '确认关闭' }))
  await waitFor(() =>
    expect(Object.fromEntries(server.callsTo('/v1/Do/EndSecondAction')[0]?.form ?? [])).toEqual({
      password: 'secret88',
      secondCode: '123456',
    }),
  )
})
