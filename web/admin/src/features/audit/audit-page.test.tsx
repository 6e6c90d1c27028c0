import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { audit } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

const before = '<p class="lead">旧的规则</p>\n<p>第二行</p>'
const after = '<p class="lead">新的规则</p>'

test('a text that was changed is shown as it was and as it is, to be copied back', async () => {
  const row = { ...audit[0], action: 'content.block', before: { ID: 2, HTML: before }, after: { ID: 2, HTML: after } }
  serve(({ path }) => (path === '/audit' ? { status: 200, body: { items: [row], total: 1 } } : undefined))
  renderAt(<AppRoutes />, '/audit')
  await userEvent.click(await screen.findByRole('button', { name: `#${row.seq}` }, { timeout: 15_000 }))
  const drawer = within(await screen.findByRole('dialog'))
  const shown = drawer.getAllByText((_, element) => element?.tagName === 'PRE').map((element) => element.textContent)
  expect(shown).toEqual(['{\n  "ID": 2\n}', before, '{\n  "ID": 2\n}', after])
  expect(drawer.getAllByRole('button', { name: /复制/ })).toHaveLength(2)
}, 30_000)
