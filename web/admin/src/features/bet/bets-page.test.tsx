import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

test('staff find a bet and read each report of its venue', async () => {
  serve()
  renderAt(<AppRoutes />, '/bets')
  await userEvent.click(await screen.findByRole('button', { name: '50-1763702-882' }, { timeout: 15_000 }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('70001_hejun888')).toBeVisible()
  expect(within(drawer).getByText('0.95 · HK')).toBeVisible()
  expect(within(drawer).getByText('流水要求已完成')).toBeVisible()
  expect(within(drawer).getByText('房间 8301 · 7 桌 · 3 座')).toBeVisible()
  expect(within(drawer).getByText('B1|3:♠10,♥J')).toBeVisible()
  expect(within(drawer).getByText('50-1763702')).toBeVisible()
  const [, second] = within(drawer).getAllByRole('button', { name: /展开行|Expand row/ })
  await userEvent.click(second as HTMLElement)
  expect(within(drawer).getByText(/"Profit": "285.00"/)).toBeVisible()
}, 30_000)

test('a player of the list leads to the bets of that player', async () => {
  serve()
  renderAt(<AppRoutes />, '/bets')
  const [link] = await screen.findAllByRole('link', { name: 'hejun888' }, { timeout: 15_000 })
  expect(link).toHaveAttribute('href', '/players/70?tab=bets')
}, 30_000)
