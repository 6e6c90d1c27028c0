import { loginInfo } from '@shared/session'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import LoginPage from '../player/login-page'
import { askPasskey, createPasskey } from './passkey'
// The parts that pages load lazily, so that a busy machine does not load them within a test.
import './passkey-button'
import './passkey-dialogs'
import './passkey-panel'
import SecurityPage from './security-page'

const server = fakeServer()
const bytes = (...values: number[]) => Uint8Array.from(values).buffer

const create = vi.fn()
const get = vi.fn()

beforeEach(() => {
  create.mockReset()
  get.mockReset()
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
})

const made = (response: object) => ({
  id: '-_8',
  rawId: bytes(251, 255),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes(1), ...response },
})

const creation = JSON.stringify({ challenge: '-_8', rp: { id: 'example.com' }, user: { id: 'AQI', name: 'demo01' } })
const request = JSON.stringify({ challenge: '-_8', rpId: 'example.com' })

it('H-447 options reach the browser as bytes, and its answers the server as base64url', async () => {
  create.mockResolvedValue(made({ attestationObject: bytes(2), getTransports: () => ['internal'] }))
  expect(JSON.parse(await createPasskey(creation))).toMatchObject({
    id: '-_8',
    rawId: '-_8',
    type: 'public-key',
    response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
  })
  const asked = create.mock.calls[0]?.[0].publicKey
  expect(new Uint8Array(asked.challenge)).toEqual(Uint8Array.of(251, 255))
  expect(new Uint8Array(asked.user.id)).toEqual(Uint8Array.of(1, 2))
  get.mockResolvedValue(made({ authenticatorData: bytes(3), signature: bytes(4), userHandle: bytes(5) }))
  expect(JSON.parse(await askPasskey(request)).response).toEqual({
    clientDataJSON: 'AQ',
    authenticatorData: 'Aw',
    signature: 'BA',
    userHandle: 'BQ',
  })
})

const passkey = {
  Id: 'p1',
  Name: '我的手机',
  Time: '2026-03-01 10:00:00',
  UsedTime: '',
  StoppedTime: '',
  Current: true,
}
const security = (more: object) => ({
  '/v1/Select/PlayerSecurity': { Data: { SecondSince: '', RecoveryLeft: 0, Logins: [], PasskeysOpen: true, ...more } },
})

it('H-448 a passkey is added with a name and the login password; a declined one is said below', async () => {
  logIn()
  server.reply({
    ...security({ Passkeys: [] }),
    '/v1/Do/BeginPasskeyAction': { Data: { Options: creation } },
    '/v1/Do/AddPasskeyAction': { ResultMessage: '通行密钥已添加' },
  })
  show(<SecurityPage />)
  await userEvent.click(await screen.findByRole('button', { name: '添加通行密钥' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('名称'), '我的手机')
  await userEvent.type(dialog.getByLabelText('登录密码'), 'secret88')
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await userEvent.click(dialog.getByRole('button', { name: '下一步' }))
  expect(await dialog.findByText('操作已取消，或没有可用的通行密钥。')).toBeVisible()
  expect(server.callsTo('/v1/Do/AddPasskeyAction')).toHaveLength(0)
  create.mockResolvedValue(made({ attestationObject: bytes(2) }))
  await userEvent.click(dialog.getByRole('button', { name: '下一步' }))
  await waitFor(() => expect(server.callsTo('/v1/Do/AddPasskeyAction')).toHaveLength(1))
  expect(server.callsTo('/v1/Do/AddPasskeyAction')[0]?.form.get('name')).toBe('我的手机')
  expect(server.callsTo('/v1/Do/BeginPasskeyAction')[0]?.form.get('password')).toBe('secret88')
})

it('H-448 the list tells this device and a stopped passkey; with two-step login removing asks for a code too', async () => {
  logIn()
  server.reply(
    security({
      SecondSince: '2026-03-01 10:00:00',
      Passkeys: [passkey, { ...passkey, Id: 'p2', Name: '旧手机', StoppedTime: '2026-03-02 10:00:00', Current: false }],
    }),
  )
  show(<SecurityPage />)
  const list = within(await screen.findByRole('list', { name: '通行密钥' }))
  expect(list.getByText('本机使用')).toBeVisible()
  expect(list.getByText('已停用')).toBeVisible()
  await userEvent.click(list.getAllByRole('button', { name: '删除' })[1] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('登录密码'), 'secret88')
  await userEvent.type(dialog.getByLabelText('动态码'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: '确认删除' }))
  await waitFor(() =>
    expect(Object.fromEntries(server.callsTo('/v1/Do/RemovePasskeyAction')[0]?.form ?? [])).toEqual({
      id: 'p2',
      password: 'secret88',
      secondCode: '123456',
    }),
  )
})

it('H-448 no passkeys are offered where the site has none, and no eleventh', async () => {
  logIn()
  server.reply(security({ PasskeysOpen: false, Passkeys: [] }))
  const { unmount } = show(<SecurityPage />)
  await screen.findByRole('button', { name: '开启两步验证' })
  expect(screen.queryByText('添加通行密钥')).toBeNull()
  unmount()
  server.reply(security({ Passkeys: Array.from({ length: 10 }, (_, i) => ({ ...passkey, Id: `p${i}` })) }))
  show(<SecurityPage />)
  expect(await screen.findByRole('button', { name: '添加通行密钥' })).toBeDisabled()
})

it('H-447 one button logs in, without name or password', async () => {
  server.reply({
    '/v1/PubInterface/BeginPasskeyLogin': { Data: { Options: request } },
    '/v1/PubInterface/PasskeyLoginAction': { Ticket: 'T1', PlayerName: 'Demo01', VerificationCode: '' },
  })
  get.mockResolvedValue(made({ authenticatorData: bytes(3), signature: bytes(4), userHandle: bytes(5) }))
  show(<LoginPage />, '/Login?to=%2FDeposit')
  await userEvent.click(await screen.findByRole('button', { name: '用通行密钥登录' }))
  await waitFor(() => expect(loginInfo()).toEqual({ Ticket: 'T1', PlayerName: 'Demo01' }))
  await waitFor(() => expect(window.location.hash).toBe('#/Deposit'))
})

it('H-447 after the password, a passkey takes the place of the code', async () => {
  const path = '/v1/PubInterface/CallLogInAction'
  let answer = (_: object) => {}
  const late = new Promise<object>((done) => {
    answer = done
  })
  server.reply({
    [path]: (form: URLSearchParams) =>
      form.get('passkey')
        ? late
        : { IsSuc: false, Code: 'player.second_needed', ErrorMessage: '请输入验证器上的 6 位动态码' },
    '/v1/PubInterface/BeginPasskeyLogin': { Data: { Options: request } },
  })
  get.mockResolvedValue(made({ authenticatorData: bytes(3), signature: bytes(4), userHandle: bytes(5) }))
  const user = userEvent.setup()
  show(<LoginPage />, '/Login')
  await user.clear(screen.getByLabelText('用户名'))
  await user.type(screen.getByLabelText('用户名'), 'demo01')
  await user.type(screen.getByLabelText('密码'), 'abc12345')
  await user.click(screen.getByRole('button', { name: '登录' }))
  const passkeyButton = await screen.findByRole('button', { name: '改用通行密钥验证' })
  await user.click(passkeyButton)
  await waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
  // The question is not asked again while its answer is on the way.
  expect(passkeyButton).toBeDisabled()
  answer({ Ticket: 'T2', PlayerName: 'demo01', VerificationCode: '' })
  await waitFor(() => expect(loginInfo().Ticket).toBe('T2'))
  expect(server.callsTo(path)[1]?.form.has('secondCode')).toBe(false)
})
