import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }

test('each sum of money leads to the list that it sums, by the time at which money moved', async () => {
  serve()
  renderAt(<AppRoutes />, '/')
  const target = async (figure: string) =>
    (await screen.findByRole('link', { name: figure }, slow)).getAttribute('href')
  expect(await target('¥1,245,600.50')).toBe('/deposits?credited=1&from=2026-11-21&to=2026-11-21')
  expect(await target('¥873,200.00')).toBe('/withdrawals?view=all&paid=1&from=2026-11-21&to=2026-11-21')
}, 30_000)

test('who may not see a list is not led there', async () => {
  serve(undefined, ['dashboard.view'])
  renderAt(<AppRoutes />, '/')
  expect(await screen.findByText('¥1,245,600.50', {}, slow)).toBeVisible()
  expect(screen.queryByRole('link', { name: /¥/ })).toBeNull()
}, 30_000)
