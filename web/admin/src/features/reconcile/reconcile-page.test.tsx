import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { comparison } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

test('a break says what is wrong and what to look at, and is settled with a reason', async () => {
  const sent = serve()
  renderAt(<AppRoutes />, '/reconcile')
  expect(await screen.findByText('网关金额不符', {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByText(/应查看：打开该存款订单/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /处\s*理/ }))
  await userEvent.type(await screen.findByRole('textbox', { name: /原因|理由|备注/ }), '手续费')
  const buttons = screen.getAllByRole('button', { name: /处\s*理/ })
  await userEvent.click(buttons.at(-1) as HTMLElement)
  expect(sent.some((request) => request.path === '/reconcile/findings/1/settle')).toBe(true)
}, 30_000)

test('a comparison names the first that did not answer, and counts the others', async () => {
  const orders = (n: number) => Array.from({ length: n }, (_, at) => `D${at + 1}`)
  const runs = [0, 3, 5, 50].map((n, at) => ({ ...comparison, id: String(at), unasked: orders(n) }))
  serve(({ path }) =>
    path === '/reconcile/runs' ? { status: 200, body: { items: runs, total: runs.length } } : undefined,
  )
  renderAt(<AppRoutes />, '/reconcile')
  expect(await screen.findByText('D1、D2、D3', {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByText('D1、D2、D3 等，另有 2 个')).toBeVisible()
  expect(screen.getByText('D1、D2、D3 等，另有至少 47 个')).toBeVisible()
}, 30_000)
