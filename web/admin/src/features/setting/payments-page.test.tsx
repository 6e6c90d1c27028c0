import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { gateways } from '../../testing/canned-settings'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }

test('a gateway is changed against its version, and its key stays unless it is typed', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/settings/pay.gateway'
      ? { status: 202, body: { status: 'waiting', approvalId: '7' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/payments')
  await userEvent.click(await screen.findByRole('button', { name: '修改 测试网关 · shop' }, slow))
  const form = within(await screen.findByRole('dialog', {}, slow))
  const least = form.getByLabelText('单笔最低')
  expect(least).toHaveValue('100.5')
  expect(form.getByLabelText('商户密钥')).toHaveValue('')
  await userEvent.clear(least)
  await userEvent.type(least, '200')
  await userEvent.type(form.getByLabelText(/原因/), '例行调整')
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      key: 'shop',
      new: false,
      base: 2,
      value: { ...gateways.items[0]?.value, min: 20_000 },
      secrets: {},
      on: true,
      reason: '例行调整',
    }),
  )
}, 60_000)

test('who was overtaken keeps what was typed, sees what holds now, and sends against it', async () => {
  let version = 2
  const sent = serve(({ method, path }) => {
    if (method === 'POST' && path === '/settings/pay.gateway') {
      if (version === 3) return { status: 202, body: { status: 'waiting', approvalId: '7' } }
      version = 3
      return { status: 409, body: { code: 'setting.base', message: '您打开之后，周敏已把它改为第3版。' } }
    }
    if (path === '/settings/pay.gateway')
      return { status: 200, body: { ...gateways, items: gateways.items.map((item) => ({ ...item, version })) } }
    return undefined
  })
  renderAt(<AppRoutes />, '/payments')
  await userEvent.click(await screen.findByRole('button', { name: '修改 测试网关 · shop' }, slow))
  const form = within(await screen.findByRole('dialog', {}, slow))
  await userEvent.clear(form.getByLabelText('单笔最低'))
  await userEvent.type(form.getByLabelText('单笔最低'), '200')
  await userEvent.type(form.getByLabelText(/原因/), '例行调整')
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await userEvent.click(await form.findByRole('button', { name: '我已核对，按新版本提交' }, slow))
  expect(form.getByLabelText('单笔最低')).toHaveValue('200')
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await waitFor(() => {
    const posts = sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { base: number }).base)
    expect(posts).toEqual([2, 3])
  })
}, 60_000)

test('what is missing before opening is listed with the way to put it right', async () => {
  serve(() => undefined)
  renderAt(<AppRoutes />, '/opening')
  expect(await screen.findByText('还缺 1 项，首次打开资金闸门前须补齐。', {}, slow)).toBeVisible()
  expect(screen.getByText('存款页是空的。')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '去补上 存款通道' }))
  expect(await screen.findByRole('heading', { name: '支付设置' }, slow)).toBeVisible()
}, 60_000)

test('the settings of the site have a page of their own, and those of money do not show them', async () => {
  serve(({ path }) =>
    path === '/settings'
      ? {
          status: 200,
          body: {
            items: [
              { kind: 'pay.gateway', title: '支付网关', explain: '', keyed: true, chosen: true, fields: [] },
              { kind: 'site.brand', title: '品牌', explain: '', keyed: false, chosen: false, fields: [] },
            ],
          },
        }
      : undefined,
  )
  const site = renderAt(<AppRoutes />, '/site')
  expect(await screen.findByRole('tab', { name: '品牌' }, slow)).toBeVisible()
  expect(screen.queryByRole('tab', { name: '支付网关' })).toBeNull()
  site.unmount()
  renderAt(<AppRoutes />, '/payments')
  expect(await screen.findByRole('tab', { name: '支付网关' }, slow)).toBeVisible()
  expect(screen.queryByRole('tab', { name: '品牌' })).toBeNull()
}, 60_000)

test('a field of a list says what it is by default, but a key and an empty required field have none', async () => {
  serve()
  renderAt(<AppRoutes />, '/payments')
  await userEvent.click(await screen.findByRole('button', { name: '修改 测试网关 · shop' }, slow))
  const form = within(await screen.findByRole('dialog', {}, slow))
  const hintBelow = (label: string) => form.getByLabelText(label).closest('.ant-form-item')?.textContent ?? ''
  expect(hintBelow('单笔最低')).toContain('默认 ¥0')
  expect(hintBelow('只支持网页跳转')).toContain('默认 否')
  expect(hintBelow('名称')).not.toContain('默认')
  expect(hintBelow('商户密钥')).not.toContain('默认')
}, 60_000)
