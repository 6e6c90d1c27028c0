import { boot } from '@shared/boot'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { toast } from '../../ui/toast'
import { ProfileForm } from './profile-form'

vi.mock('../../ui/toast', { spy: true })

const server = fakeServer()
const save = '/v1/Do/CallUpdatePlayerInfoAction'

const filled = {
  PlayerName: 'demo01',
  TrueName: '王**',
  Birthday: '1990-**-**',
  Tell: '138****5678',
  Email: 'm***@a.cn',
}

const profile = (more: object = {}) => server.reply({ '/v1/Select/PlayerInfoItem': { ...filled, ...more } })

const sent = () => server.callsTo(save).map(({ form }) => Object.fromEntries(form))

beforeEach(() => {
  logIn()
  vi.mocked(toast).mockClear()
})

describe('ACC-16 the profile', () => {
  it('is read-only where it is filled, and without a button when nothing is empty', async () => {
    profile()
    show(<ProfileForm />)
    for (const [label, value] of [
      ['真实姓名', '王**'],
      ['出生日期', '1990-**-**'],
      ['手机号', '138****5678'],
      ['邮箱', 'm***@a.cn'],
    ] as const) {
      const field = await screen.findByLabelText(label)
      expect(field).toHaveValue(value)
      expect(field).toHaveAttribute('readonly')
    }
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    ['TrueName', '真实姓名', '1', '王小明'],
    ['Email', '邮箱', '3', 'ming@example.com'],
    ['Tell', '手机号', '4', '13800138000'],
    ['Birthday', '出生日期', '10', '1990-02-28'],
  ])('%s alone is empty: %s is sent as type %s', async (name, label, type, value) => {
    profile({ [name]: '' })
    const user = userEvent.setup()
    show(<ProfileForm />)
    const field = await screen.findByLabelText(label)
    expect(field).not.toHaveAttribute('readonly')
    expect(document.querySelectorAll('input[readonly]')).toHaveLength(3)
    await user.type(field, value)
    profile()
    await user.click(screen.getByRole('button', { name: '保存资料' }))
    await user.dblClick(await screen.findByRole('button', { name: '确认无误，保存' }))
    await waitFor(() => expect(vi.mocked(toast).mock.calls).toEqual([['success', '资料已保存']]))
    expect(sent()).toEqual([{ type, inputMessage: value }])
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  })

  it('shows what is about to be saved for good, and sends nothing before the player confirms it', async () => {
    profile({ TrueName: '', Birthday: '' })
    const user = userEvent.setup()
    show(<ProfileForm />)
    await user.type(await screen.findByLabelText('真实姓名'), '王小明')
    await user.type(screen.getByLabelText('出生日期'), '2015-01-01')
    await user.click(screen.getByRole('button', { name: '保存资料' }))
    const dialog = await screen.findByRole('dialog', { name: '请再核对一次' })
    expect(dialog).toHaveTextContent('真实姓名王小明出生日期2015-01-01')
    expect(dialog).toHaveTextContent('保存后不能自行修改')
    await user.click(screen.getByRole('button', { name: '返回修改' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent()).toEqual([])
    expect(screen.getByLabelText('真实姓名')).toHaveValue('王小明')
  })

  it('says the refusal of the server under its field, and keeps what went through', async () => {
    profile({ TrueName: '', Tell: '' })
    server.reply({
      [save]: (form) =>
        form.get('type') === '4' ? { IsSuc: false, ErrorMessage: '该手机号已被使用', ResultMessage: '' } : {},
    })
    const user = userEvent.setup()
    show(<ProfileForm />)
    await user.type(await screen.findByLabelText('真实姓名'), '王小明')
    await user.type(screen.getByLabelText('手机号'), '13800138000')
    profile({ Tell: '' })
    await user.click(screen.getByRole('button', { name: '保存资料' }))
    await user.click(await screen.findByRole('button', { name: '确认无误，保存' }))
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveAccessibleDescription(/该手机号已被使用/))
    expect(screen.getByLabelText('真实姓名')).toHaveAttribute('readonly')
    expect(toast).not.toHaveBeenCalled()
  })
})

it('D-19 says from which age the site serves, and where it does not ask', async () => {
  profile()
  show(<ProfileForm />)
  expect(await screen.findByText('未满 18 周岁不能存款和提款。')).toBeVisible()
  cleanup()
  boot.minAge = 0
  show(<ProfileForm />)
  expect(await screen.findByText(/演示站点不要求填写出生日期/)).toBeVisible()
  boot.minAge = 18
})

describe('ACC-18 what is no phone and no e-mail address', () => {
  it.each([
    ['Tell', '手机号', '12800138000', '请输入正确手机号'],
    ['Tell', '手机号', '1380013800', '请输入正确手机号'],
    ['Email', '邮箱', 'ming@example', '请输入正确邮箱'],
    ['TrueName', '真实姓名', 'Ming', '请输入正确的姓名'],
  ])('%s: %s %s is refused with %s, and not sent', async (name, label, value, sentence) => {
    profile({ [name]: '' })
    const user = userEvent.setup()
    show(<ProfileForm />)
    await user.type(await screen.findByLabelText(label), value)
    await user.click(screen.getByRole('button', { name: '保存资料' }))
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(sentence)))
    expect(sent()).toEqual([])
  })
})
