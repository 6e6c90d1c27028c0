import { boot } from '@shared/boot'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import RegisterPage from './register-page'

// The page reads the rules as it is loaded.
vi.hoisted(() => {
  document.head.innerHTML = `<script id="boot" type="application/json">${JSON.stringify({
    minAge: 21,
    register: { open: true, invite: 'required', trueName: 'required', birthday: 'optional', email: 'hidden' },
  })}</script>`
})

const server = fakeServer()
const path = '/v1/PubInterface/CallRegAction'

it("asks for the fields of the operator's rules, and sends what was filled in", async () => {
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'new001' } })
  show(<RegisterPage />, '/register')
  expect(screen.queryByLabelText('邮箱')).toBeNull()
  expect(screen.getByText(/已年满 21 周岁/)).toBeVisible()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('用户名'), 'new001')
  await user.type(screen.getByLabelText('手机号'), '13800138000')
  await user.type(screen.getByLabelText('密码'), 'abc12345')
  await user.type(screen.getByLabelText('确认密码'), 'abc12345')
  await user.type(screen.getByLabelText('验证码'), 'a1B2')
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  expect(await screen.findByText('本站须凭邀请注册，请填写邀请人')).toBeVisible()
  expect(screen.getByText('请输入真实姓名')).toBeVisible()
  await user.type(screen.getByLabelText('真实姓名'), '王小明')
  await user.type(screen.getByLabelText('邀请人'), 'friend1')
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
  const sent = Object.fromEntries(server.callsTo(path)[0]?.form ?? [])
  expect(sent).toMatchObject({ trueName: '王小明', invitePeopleId: 'friend1' })
  expect(sent).not.toHaveProperty('birthday')
})

const needs = () =>
  within(screen.getByRole('region', { name: '需要哪些资料，什么时候填' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent)

it('says that a deposit asks for a birthday where the age is checked and registering does not require it', () => {
  show(<RegisterPage />, '/register')
  expect(needs()).toEqual(['现在：只填写下面几项', '存款前：填写出生日期', '提款前：绑定本人银行卡或 USDT 地址'])
})

it.each([
  ['the age is not checked', { minAge: 0, register: { ...boot.register, trueName: 'hidden' as const } }],
  [
    'registering requires the birthday',
    { register: { ...boot.register, birthday: 'required' as const, trueName: 'optional' as const } },
  ],
])('says that deposits and games ask for nothing more where %s', (_, rules) => {
  const before = { ...boot }
  Object.assign(boot, rules)
  show(<RegisterPage />, '/register')
  expect(needs()).toEqual([
    '现在：只填写下面几项',
    '存款和游戏：不需要补充资料',
    '提款前：填写真实姓名，并绑定本人银行卡或 USDT 地址',
  ])
  Object.assign(boot, before)
})

it('a refused birthday takes the focus, as every other field does', async () => {
  show(<RegisterPage />, '/register?id=friend1')
  const user = userEvent.setup()
  for (const [label, value] of [
    ['用户名', 'new003'],
    ['手机号', '13800138002'],
    ['真实姓名', '王小明'],
    ['出生日期', '1990-13-01'],
  ] as const)
    await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  await waitFor(() => expect(screen.getByLabelText('出生日期')).toHaveFocus())
  expect(screen.getByLabelText('出生日期')).toHaveValue('1990-13-01')
})

it('lets a false inviter of the address be corrected after its refusal, where one must be given', async () => {
  const refusal = '邀请人不存在，请改填好友的用户名，或向好友核对邀请链接'
  const sent = () => server.callsTo(path).map((call) => call.form?.get('invitePeopleId'))
  server.reply({ [path]: { IsSuc: false, ErrorMessage: refusal, ResultMessage: refusal } })
  show(<RegisterPage />, '/register?id=nobody9')
  const user = userEvent.setup()
  const field = screen.getByLabelText('邀请人')
  expect(field).toHaveValue('nobody9')
  expect(screen.queryByText(/邀请您|no\*\*\*9/)).toBeNull()
  for (const [label, value] of [
    ['用户名', 'new002'],
    ['手机号', '13800138001'],
    ['真实姓名', '王小明'],
    ['密码', 'abc12345'],
    ['确认密码', 'abc12345'],
    ['验证码', 'a1B2'],
  ] as const)
    await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.getByLabelText('用户名')).toHaveValue('new002')
  await user.clear(field)
  await user.type(field, 'friend1')
  await user.type(screen.getByLabelText('验证码'), 'b2C3')
  server.reply({ [path]: { Ticket: 'T1', PlayerName: 'new002' } })
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  await waitFor(() => expect(sent()).toEqual(['nobody9', 'friend1']))
})

it('says that the site takes no new players while registration is closed', () => {
  const before = boot.register
  boot.register = { ...before, open: false }
  show(<RegisterPage />, '/register')
  expect(screen.getByRole('status')).toHaveTextContent('暂停新用户注册')
  expect(screen.queryByRole('button', { name: '立即注册' })).toBeNull()
  boot.register = before
})
