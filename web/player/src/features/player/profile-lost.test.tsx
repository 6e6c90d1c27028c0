import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { ProfileForm } from './profile-form'

vi.mock('./profile-confirm', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const server = fakeServer()

it('ACC-16 says so when the code of the second look does not come, and offers another try', async () => {
  logIn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.reply({
    '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', TrueName: '', Birthday: '', Tell: '1**', Email: 'm***@a.cn' },
  })
  show(<ProfileForm />)
  await userEvent.type(await screen.findByLabelText('真实姓名'), '王小明')
  await userEvent.click(screen.getByRole('button', { name: '保存资料' }))
  expect(await screen.findByText('此处内容没有加载出来')).toBeVisible()
  expect(screen.getByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByLabelText('真实姓名')).toHaveValue('王小明')
})
