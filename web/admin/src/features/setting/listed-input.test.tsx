import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SettingField } from '../../api/settings'
import { AppRoutes } from '../../routes'
import { limits } from '../../testing/canned-settings'
import { renderAt, serve } from '../../testing/render'
import { read, shown, written, wrong } from './values'

const slow = { timeout: 15_000 }

const exact: SettingField = {
  name: 'exact',
  label: '单独设置的游戏与场馆',
  hint: '',
  unit: '%',
  group: '',
  form: 'list',
  required: false,
  min: 0,
  max: 100,
  options: [],
  upload: '',
}
const gone = { key: 'ky:620', label: '开元 · 百家乐', number: 20 }

test('a list is written, checked figure by figure, read back and shown', () => {
  const typed = written(exact, [gone])
  expect(typed).toEqual([{ ...gone, number: '20' }])
  expect(read(exact, typed)).toEqual([gone])
  expect(shown(exact, [gone])).toBe('开元 · 百家乐 20 %')
  expect(shown(exact, [])).toBe('无')
  expect(wrong(exact, [{ ...gone, number: '101' }], false)).toBe('开元 · 百家乐：须在 0 % 至 100 % 之间')
  expect(wrong(exact, [{ ...gone, number: '' }], false)).toBe('开元 · 百家乐：请填写此项')
})

test('a game is found by its name and added, and one that is gone stays until it is removed', async () => {
  const kind = {
    ...limits,
    kind: 'turnover.weights',
    title: '流水计算比例',
    fields: [exact],
    defaults: { exact: [] },
    items: limits.items.map((item) => ({ ...item, label: '流水计算比例', value: { exact: [gone] } })),
  }
  const sent = serve(({ method, path }) => {
    if (path === '/settings') return { status: 200, body: { items: [kind] } }
    if (path === '/settings/turnover.weights/find')
      return { status: 200, body: { items: [{ value: 'pt:fruit', label: 'PT · 水果机' }] } }
    if (path !== '/settings/turnover.weights') return undefined
    return method === 'POST'
      ? { status: 202, body: { status: 'waiting', approvalId: '7' } }
      : { status: 200, body: kind }
  })
  renderAt(<AppRoutes />, '/site')
  await userEvent.click(await screen.findByRole('button', { name: '修改 流水计算比例' }, slow))
  const form = within(await screen.findByRole('dialog', {}, slow))
  expect(form.getByLabelText('开元 · 百家乐 的数值')).toHaveValue('20')
  const finder = form.getByRole('combobox', { name: '按名称搜索并添加' })
  fireEvent.mouseDown(finder)
  fireEvent.change(finder, { target: { value: '水果' } })
  await userEvent.click(await screen.findByTitle('PT · 水果机', {}, slow))
  await userEvent.type(form.getByLabelText('PT · 水果机 的数值'), '0')
  await userEvent.type(form.getByLabelText(/原因/), '例行调整')
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      value: { exact: [gone, { key: 'pt:fruit', label: 'PT · 水果机', number: 0 }] },
    }),
  )
}, 60_000)
