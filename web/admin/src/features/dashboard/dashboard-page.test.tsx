import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { dashboard } from '../../testing/canned'
import { permissions } from '../../testing/permissions'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }

test('the takings of the day are on the dashboard', async () => {
  serve()
  renderAt(<AppRoutes />, '/')
  expect(await screen.findByText('净入', {}, slow)).toBeVisible()
}, 30_000)

test('who may not look at earnings is told no takings, and the rest of the page stays', async () => {
  const nothing = { deposits: null, withdrawals: null, net: null }
  const { today, yesterday } = dashboard
  serve(
    ({ path }) =>
      path === '/dashboard'
        ? {
            status: 200,
            body: { ...dashboard, today: { ...today, ...nothing }, yesterday: { ...yesterday, ...nothing } },
          }
        : undefined,
    [...permissions].filter((permission) => permission !== 'earning.view'),
  )
  renderAt(<AppRoutes />, '/')
  expect(await screen.findByText('首存人数', {}, slow)).toBeVisible()
  expect(screen.queryByText('净入')).toBeNull()
  expect(screen.queryByText(/¥/)).toBeNull()
}, 30_000)

test('each sum of money leads to the list that it sums, by the time at which money moved', async () => {
  serve()
  renderAt(<AppRoutes />, '/')
  const target = async (figure: string) =>
    (await screen.findByRole('link', { name: figure }, slow)).getAttribute('href')
  expect(await target('¥1,245,600.50')).toBe('/deposits?state=credited&credited=1&from=2026-11-21&to=2026-11-21')
  expect(await target('¥873,200.00')).toBe('/withdrawals?view=all&state=paid&paid=1&from=2026-11-21&to=2026-11-21')
}, 30_000)

test('who may not see a list is not led there', async () => {
  serve(undefined, ['dashboard.view', 'earning.view'])
  renderAt(<AppRoutes />, '/')
  expect(await screen.findByText('¥1,245,600.50', {}, slow)).toBeVisible()
  expect(screen.queryByRole('link', { name: /¥/ })).toBeNull()
}, 30_000)
