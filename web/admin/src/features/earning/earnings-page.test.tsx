import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { permissions } from '../../testing/permissions'
import { renderAt, serve } from '../../testing/render'
import { daysIn, nameOf, rangeOf, readRange, shareOf } from './range'

const patient = { timeout: 15_000 }

test('a figure leads to the lines that it is the sum of', async () => {
  serve()
  renderAt(<AppRoutes />, '/earnings?from=2026-11-20&to=2026-11-21')
  expect(await screen.findByRole('img', { name: '2026-11-20 至 2026-11-21 每日毛利与净利' }, patient)).toBeVisible()
  const row = (await screen.findByRole('button', { name: '2026-11-21' })).closest('tr') as HTMLElement
  expect(within(row).getByText('-900.00')).toBeVisible()
  expect(within(row).getByRole('link', { name: '注单' })).toHaveAttribute('href', '/bets?from=2026-11-21&to=2026-11-21')
  expect(within(row).getByRole('link', { name: '88,000.00' })).toHaveAttribute(
    'href',
    '/deposits?credited=1&from=2026-11-21&to=2026-11-21',
  )
  expect(screen.getByRole('link', { name: '导出 Excel' })).toHaveAttribute(
    'href',
    '/admin/v1/exports/earnings?firstDay=2026-11-20&lastDay=2026-11-21&view=days&format=xlsx',
  )
  await userEvent.click(screen.getByRole('tab', { name: '优惠成本' }))
  expect(await screen.findByRole('link', { name: '派奖明细' })).toHaveAttribute(
    'href',
    '/promo/awards?booked=1&rule=38&from=2026-11-20&to=2026-11-21',
  )
  await userEvent.click(screen.getByRole('tab', { name: '存提款方式' }))
  expect(await screen.findByRole('link', { name: '提款明细' })).toHaveAttribute(
    'href',
    '/withdrawals?view=all&paid=1&method=bank&from=2026-11-20&to=2026-11-21',
  )
  await userEvent.click(screen.getByRole('tab', { name: '负债' }))
  expect(await screen.findByText('16,800.00')).toBeVisible()
}, 60_000)

test('a venue opens into its games and its statement', async () => {
  serve()
  renderAt(<AppRoutes />, '/earnings?from=2026-11-01&to=2026-11-30&tab=venues')
  const venue = (await screen.findByText('鸿运棋院', {}, patient)).closest('tr') as HTMLElement
  expect(within(venue).getByText('注单列表最多查 7 天，请缩短日期范围')).toBeVisible()
  await userEvent.click(within(venue).getByRole('button', { name: /展开|expand/i }))
  expect(await screen.findByText('德州扑克')).toBeVisible()
  await userEvent.click(within(venue).getByRole('link', { name: '账单' }))
  expect(await screen.findByText('2026-11')).toBeVisible()
}, 60_000)

test('a report that fails can be asked for again, and who may not export sees no button', async () => {
  let failing = true
  serve(
    ({ path }) =>
      failing && path === '/earnings'
        ? { status: 409, body: { code: 'earning.building', message: '历史数据正在汇总' } }
        : undefined,
    permissions.filter((name) => name !== 'data.export'),
  )
  renderAt(<AppRoutes />, '/earnings')
  expect(await screen.findByText('历史数据正在汇总', {}, patient)).toBeVisible()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('tab', { name: '按日' }, patient)).toBeVisible()
  expect(screen.queryByRole('link', { name: '导出 CSV' })).toBeNull()
}, 60_000)

describe('ranges of days', () => {
  const today = '2026-11-25' // a Wednesday
  test.each([
    ['today', '2026-11-25', '2026-11-25'],
    ['yesterday', '2026-11-24', '2026-11-24'],
    ['thisWeek', '2026-11-23', '2026-11-25'],
    ['lastWeek', '2026-11-16', '2026-11-22'],
    ['thisMonth', '2026-11-01', '2026-11-25'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const)('%s', (name, from, to) => {
    expect(rangeOf(name, today)).toEqual({ from, to })
    expect(nameOf({ from, to }, today)).toBe(name)
  })

  test('a senseless range of a link is this month', () => {
    for (const link of ['', 'from=x&to=y', 'from=2026-11-02&to=2026-11-01'])
      expect(readRange(new URLSearchParams(link), today)).toEqual({ from: '2026-11-01', to: '2026-11-25' })
    expect(daysIn({ from: '2026-10-30', to: '2026-11-01' })).toBe(3)
    expect(nameOf({ from: '2026-10-30', to: '2026-11-01' }, today)).toBeUndefined()
  })

  test('the share that stayed', () => {
    expect(shareOf('18300.00', '520000.00')).toBe('3.52%')
    expect(shareOf('-5.00', '100.00')).toBe('-5.00%')
    expect(shareOf('0.00', '0.00')).toBe('—')
  })
})
