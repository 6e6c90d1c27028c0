import { keepLogin, loginInfo } from '@shared/session'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import LoginPage from './login-page'

const server = fakeServer()
const path = '/v1/PubInterface/CallLogInAction'

async function fillIn(user: ReturnType<typeof userEvent.setup>, name = 'demo01', password = 'abc12345') {
  await user.clear(screen.getByLabelText('用户名'))
  await user.type(screen.getByLabelText('用户名'), name)
  await user.clear(screen.getByLabelText('密码'))
  await user.type(screen.getByLabelText('密码'), password)
  await user.click(screen.getByRole('button', { name: '登录' }))
}

it('ACC-02 tells what is wrong with a name under its field and asks nothing of the server', async () => {
  show(<LoginPage />)
  await fillIn(userEvent.setup(), 'ab', 'abc12345')
  const name = screen.getByLabelText('用户名')
  expect(name).toHaveAccessibleDescription('请输入4-10位数字或字母')
  expect(name).toHaveAttribute('aria-invalid', 'true')
  expect(server.callsTo(path)).toHaveLength(0)
})

it('ACC-10 asks for a captcha only after a failure that wants one', async () => {
  server.reply({ [path]: { IsSuc: false, ErrorMessage: '用户名或密码错误', Ticket: '', VerificationCode: '' } })
  const user = userEvent.setup()
  show(<LoginPage />)
  await fillIn(user)
  expect(await screen.findByText('用户名或密码错误')).toBeVisible()
  expect(screen.queryByLabelText('验证码')).toBeNull()

  server.reply({ [path]: { IsSuc: false, ErrorMessage: '用户名或密码错误', Ticket: '', VerificationCode: 'need' } })
  await fillIn(user)
  expect(await screen.findByLabelText('验证码')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('验证码不能为空')).toBeVisible()
  expect(server.callsTo(path)).toHaveLength(2)
})

it('ACC-05 a click on the captcha draws another one', async () => {
  server.reply({ [path]: { IsSuc: false, ErrorMessage: 'x', Ticket: '', VerificationCode: 'need' } })
  const user = userEvent.setup()
  const { container } = show(<LoginPage />)
  await fillIn(user)
  const image = () => container.querySelector('img[src*="vRand"]')?.getAttribute('src')
  await waitFor(() => expect(image()).toBeTruthy())
  const first = image()
  await user.click(screen.getByRole('button', { name: '换一张图形验证码' }))
  expect(image()).not.toBe(first)
})

it('ACC-15 a player who is logged in sees no login, but the page that he came for', async () => {
  keepLogin({ Ticket: 'T1', PlayerName: 'demo01' })
  show(<LoginPage />, '/Login?to=%2FDeposit')
  await waitFor(() => expect(window.location.hash).toBe('#/Deposit'))
  expect(screen.queryByLabelText('密码')).toBeNull()
})

it('ACC-12, D-04 keeps ticket and name, never the password, and returns to the wanted page', async () => {
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'Demo01', VerificationCode: '' } })
  const user = userEvent.setup()
  show(<LoginPage />, '/Login?to=%2FDeposit')
  await user.click(screen.getByLabelText('记住用户名'))
  await fillIn(user)
  await waitFor(() => expect(loginInfo()).toEqual({ Ticket: 'T1', PlayerName: 'Demo01' }))
  await waitFor(() => expect(window.location.hash).toBe('#/Deposit'))
  expect(localStorage.getItem('rememberPassword')).toBe('demo01')
  expect(JSON.stringify({ ...localStorage })).not.toContain('abc12345')
  const { form } = server.callsTo(path)[0] ?? {}
  expect(form?.get('deviceType')).toBe('1')
  expect(form?.get('loginIp')).toBe('0')
  expect(form?.get('rememberPassword')).toBe('1')
})

it('ACC-09 a login sends the twelve documented fields, with the captcha once one is asked for', async () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.1 Safari/537.36'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  server.reply({ [path]: { IsSuc: false, ResultMessage: '用户名或密码错误', Ticket: '', VerificationCode: 'need' } })
  const user = userEvent.setup()
  show(<LoginPage />, '/Login')
  await fillIn(user)
  const sent = {
    playerName: 'demo01',
    password: 'abc12345',
    verifyCode: '',
    vRand: '',
    clientType: 'Windows 10',
    loginDomain: window.location.hostname,
    loginUrl: window.location.href,
    system: 'Windows 10',
    deviceType: '1',
    browser: 'Chrome',
    browserVersion: '141.0.1',
    loginIp: '0',
  }
  await user.type(await screen.findByLabelText('验证码'), 'a1B2')
  expect(await screen.findByText('用户名或密码错误')).toBeVisible()
  server.reply({ [path]: { Ticket: 'T9', PlayerName: 'demo01', VerificationCode: '' } })
  await user.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(loginInfo().Ticket).toBe('T9'))
  const [first, second] = server.callsTo(path).map(({ form }) => Object.fromEntries(form))
  expect(first).toEqual(sent)
  expect(second).toEqual({ ...sent, verifyCode: 'a1B2', vRand: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

it('ACC-11 leads to the forgotten password, the registration, home for a look around, and customer service', async () => {
  server.reply({ '/v1/PubInterface/OnlineCustomSupportLink': { ResultMessage: 'https://support.example/chat' } })
  const opened = { opener: {}, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  show(<LoginPage />, '/Login')
  expect(screen.getByRole('link', { name: '忘记密码' })).toHaveAttribute('href', '#/Forget')
  expect(screen.getByRole('link', { name: '去注册' })).toHaveAttribute('href', '#/register')
  expect(screen.getByRole('link', { name: '先去逛逛' })).toHaveAttribute('href', '#/')
  await userEvent.click(screen.getByRole('button', { name: '在线客服' }))
  await waitFor(() => expect(opened.location.href).toBe('https://support.example/chat'))
})

it('ACC-11, D-04 a remembered player finds the name filled in and the box ticked; unticked, the name is forgotten', async () => {
  localStorage.setItem('rememberPassword', 'demo01')
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'demo01', VerificationCode: '' } })
  const user = userEvent.setup()
  show(<LoginPage />)
  expect(screen.getByLabelText('用户名')).toHaveValue('demo01')
  expect(screen.getByLabelText('密码')).toHaveValue('')
  const remember = screen.getByLabelText('记住用户名')
  expect(remember).toBeChecked()
  await user.click(remember)
  await fillIn(user)
  await waitFor(() => expect(loginInfo().Ticket).toBe('T1'))
  expect(localStorage.getItem('rememberPassword')).toBeNull()
  expect(server.callsTo(path)[0]?.form.has('rememberPassword')).toBe(false)
})

it('never returns to another site, whatever the address says', async () => {
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'demo01', VerificationCode: '' } })
  show(<LoginPage />, '/Login?to=%2F%2Fevil.example')
  await fillIn(userEvent.setup())
  await waitFor(() => expect(window.location.hash).toBe('#/'))
})

it('H-363 a right password asks for the code of the authenticator, and sends it with the next try', async () => {
  server.reply({
    '/v1/PubInterface/CallLogInAction': (form: URLSearchParams) =>
      form.get('secondCode')
        ? { Ticket: 't', PlayerName: 'demo01', ResultMessage: '登录成功' }
        : { IsSuc: false, ErrorMessage: '请输入验证器上的 6 位动态码', Code: 'player.second_needed' },
  })
  show(<LoginPage />, '/Login')
  await userEvent.type(screen.getByLabelText('用户名'), 'demo01')
  await userEvent.type(screen.getByLabelText('密码'), 'secret88')
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  await userEvent.type(await screen.findByLabelText('动态码'), '123456')
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(server.callsTo('/v1/PubInterface/CallLogInAction')).toHaveLength(2))
  expect(server.callsTo('/v1/PubInterface/CallLogInAction')[1]?.form.get('secondCode')).toBe('123456')
})
