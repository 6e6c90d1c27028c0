import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ContractField } from '../../api/wire'
import { AppRoutes } from '../../routes'
import { me, venueKeys } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'
import { keepDrafts } from '../../ui/drafts'
import { check, filled } from './contract-dialog'

const slow = { timeout: 15_000 }
const fields = venueKeys.protocols[0]?.fields as ContractField[]

async function opened() {
  return within(await screen.findByRole('dialog', {}, slow))
}

/** theForm is over the drawer, so two dialogs are open. */
async function theForm() {
  const title = await screen.findByText('鸿运棋院：填写合同', {}, slow)
  return within(title.closest('.action-dialog') as HTMLElement)
}

test('a contract is entered in the fields of its protocol, and only what was typed is sent', async () => {
  const sent = serve(({ method, path }) =>
    method === 'POST' && path === '/venues/ky/contract'
      ? { status: 202, body: { status: 'waiting', approvalId: '7' } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/venues?open=ky')
  const page = await opened()
  expect(await page.findByText('有已批准的合同尚未生效：请重启服务。', {}, slow)).toBeVisible()
  expect(page.getByText('使用中')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '填写合同' }))
  const form = await theForm()
  const secret = form.getByLabelText('DES 密钥')
  expect(secret).toHaveAttribute('type', 'password')
  expect(secret).toHaveValue('')
  await userEvent.type(secret, '0123456789abcdef')
  await userEvent.type(form.getByLabelText(/原因/), '换密钥')
  await userEvent.click(form.getByRole('button', { name: '填写合同' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      protocol: 'ky',
      values: { desKey: '0123456789abcdef' },
      base: 2,
      reason: '换密钥',
    }),
  )
}, 60_000)

test('who was overtaken reads what is in force now, and sends against it only after that', async () => {
  let now = venueKeys
  const [last] = venueKeys.versions
  const sent = serve(({ method, path, body }) => {
    if (path !== '/venues/ky/contract') return undefined
    if (method === 'GET') return { status: 200, body: now }
    if ((body as { base: number }).base === 3) return { status: 202, body: { status: 'waiting', approvalId: '7' } }
    now = {
      ...now,
      base: 3,
      versions: [{ ...last, version: 3, host: 'api3.example.com' } as typeof last & object, ...now.versions],
    }
    return { status: 409, body: { code: 'venue.contract_base', message: '您打开之后，合同已被更改' } }
  })
  renderAt(<AppRoutes />, '/venues?open=ky')
  await userEvent.click(await (await opened()).findByRole('button', { name: '填写合同' }, slow))
  const form = await theForm()
  await userEvent.type(form.getByLabelText('DES 密钥'), '0123456789abcdef')
  await userEvent.type(form.getByLabelText(/原因/), '换密钥')
  await userEvent.click(form.getByRole('button', { name: '填写合同' }))
  expect(await form.findByText(/api3\.example\.com/, {}, slow)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: '我已核对，按新版本提交' }))
  expect(form.getByLabelText('DES 密钥')).toHaveValue('0123456789abcdef')
  await userEvent.click(form.getByRole('button', { name: '填写合同' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { base: number }).base)).toEqual([
      2, 3,
    ]),
  )
}, 60_000)

test('a number of a contract stays within the bounds that the adapter states', async () => {
  const field = {
    ...(fields[0] as ContractField),
    kind: 'number' as const,
    required: false,
    length: 0,
    min: 10,
    max: 300,
  }
  for (const good of ['', '10', ' 300 ']) await expect(check(field, good, true)).resolves.toBeUndefined()
  for (const wrong of ['9', '301', '0', '1.5', 'x']) await expect(check(field, wrong, true)).rejects.toThrow(/整数/)
})

test('what stands in the form of a contract is kept nowhere when the session ends', async () => {
  serve()
  const first = renderAt(<AppRoutes />, '/venues?open=ky')
  const enter = async () => {
    const page = await opened()
    await userEvent.click(await page.findByRole('button', { name: '填写合同' }, slow))
    return theForm()
  }
  await userEvent.type((await enter()).getByLabelText('DES 密钥'), 'never-kept')
  keepDrafts(me().id)
  first.unmount()
  renderAt(<AppRoutes />, '/venues?open=ky')
  expect((await enter()).getByLabelText('DES 密钥')).toHaveValue('')
}, 60_000)

test('who may not enter contracts reads which fields are set', async () => {
  serve(undefined, ['venue.view'])
  renderAt(<AppRoutes />, '/venues?open=ky')
  const page = await opened()
  expect((await page.findAllByText('接口地址、代理号（agent）、DES 密钥', {}, slow)).length).toBe(2)
  expect(page.queryByRole('button', { name: '填写合同' })).toBeNull()
}, 60_000)

test('a value that cannot be right is refused before it is sent', async () => {
  const [address, agent, key, prefix] = fields as [ContractField, ContractField, ContractField, ContractField]
  await expect(check(agent, '', false)).rejects.toThrow('请填写代理号（agent）')
  await expect(check(agent, '', true)).resolves.toBeUndefined()
  await expect(check(prefix, '', false)).resolves.toBeUndefined()
  await expect(check(key, 'short', true)).rejects.toThrow('须为 16 个字符')
  await expect(check(address, 'api.example.com', true)).rejects.toThrow('须为完整地址')
  await expect(check(address, 'https://u:p@example.com', true)).rejects.toThrow('须为完整地址')
  await expect(check(address, 'https://api.example.com:189/channelHandle', true)).resolves.toBeUndefined()
  expect(filled(fields, { agent: ' 7 ', desKey: '', other: 'x' })).toEqual({ agent: '7' })
})
