import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { withdrawals } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

const wait = { timeout: 45_000 }

const approved = { ...withdrawals[0], state: 'approved', approvedBy: ['lin'] }
const attempt = {
  ref: 'F261127ABCDEFGHIJKLM',
  no: 1,
  company: '甲代付',
  amount: '600.00',
  state: 'unknown',
  needs: null,
  answer: '提交后没有明确答复',
  txn: null,
  paid: null,
  by: '系统',
  madeAt: 1,
  askedAt: 2,
  nextAt: 3,
  asks: 4,
  endedAt: null,
  decidable: false,
}

async function opened(detail: object) {
  const sent = serve(({ path, method }) =>
    method === 'GET' && path === `/withdrawals/${approved.id}` ? { status: 200, body: detail } : undefined,
  )
  renderAt(<AppRoutes />, '/withdrawals')
  await userEvent.click(await screen.findByRole('button', { name: approved.order }, wait))
  return { sent, drawer: await screen.findByRole('dialog', {}, wait) }
}

test('an order that a company may still pay offers no other way to pay it', async () => {
  const { drawer } = await opened({ ...approved, attempts: [attempt], companies: [] })
  expect(await within(drawer).findByText('第 1 次 · 甲代付', {}, wait)).toBeVisible()
  expect(within(drawer).getByText('结果不明')).toBeVisible()
  expect(within(drawer).getByText('提交后没有明确答复')).toBeVisible()
  for (const name of ['登记已出款', '出款失败', '结果待查', '代付', '显示完整卡号（记入审计）'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull()
}, 120_000)

test('a failed attempt may be followed by another company, which is chosen', async () => {
  const failed = { ...attempt, state: 'failed', answer: '拒绝：余额不足', endedAt: 9, nextAt: null }
  const { drawer } = await opened({
    ...approved,
    attempts: [failed],
    companies: [
      { code: 'a', name: '甲代付', why: '该代付公司不支持这家银行' },
      { code: 'b', name: '乙代付', why: null },
    ],
  })
  expect(await within(drawer).findByText('拒绝：余额不足', {}, wait)).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: '代付' }))
  expect(await screen.findByText(/收款账户取自订单/, {}, wait)).toBeVisible()
}, 120_000)
