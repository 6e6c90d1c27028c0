import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { deposits } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }

/** The details of a bank deposit of which the player named this much. */
async function details(named: { payerBank: string | null; payType: string | null }) {
  serve(({ path }) => (path === '/deposits/501' ? { status: 200, body: { ...deposits[0], ...named } } : undefined))
  renderAt(<AppRoutes />, '/deposits?open=501')
  const drawer = within(await screen.findByRole('dialog', {}, slow))
  expect(await drawer.findByText('D20261121142201073', {}, slow)).toBeVisible()
  return drawer
}

test('a deposit shows the bank and the way that its player named', async () => {
  const drawer = await details({ payerBank: '招商银行', payType: 'ATM 转账' })
  expect(drawer.getByText('付款银行')).toBeVisible()
  expect(drawer.getByText('招商银行')).toBeVisible()
  expect(drawer.getByText('存款方式')).toBeVisible()
  expect(drawer.getByText('ATM 转账')).toBeVisible()
}, 30_000)

test('a deposit whose player named neither has no empty lines for them', async () => {
  const drawer = await details({ payerBank: null, payType: null })
  expect(drawer.queryByText('付款银行')).toBeNull()
  expect(drawer.queryByText('存款方式')).toBeNull()
}, 30_000)
