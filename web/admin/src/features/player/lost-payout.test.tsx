import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { permissions } from '../../testing/permissions'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 10_000 }
const withdrawals = '/players/70?tab=withdrawals'

describe('booking a payout that a restore lost (H-478)', () => {
  test('sends the amount, the number of the payment and a reason to a second person', async () => {
    const sent = serve((request) =>
      request.path === '/players/70/lost-payout'
        ? { status: 202, body: { status: 'waiting', approvalId: 'a1' } }
        : undefined,
    )
    renderAt(<AppRoutes />, withdrawals)
    await userEvent.click(await screen.findByRole('button', { name: '补记已付提款' }, slow))
    await userEvent.type(await screen.findByLabelText('已付金额'), '100.00')
    await userEvent.type(screen.getByLabelText('出款流水号'), 'P1')
    await userEvent.click(screen.getByRole('button', { name: '恢复后核对银行流水' }))
    await userEvent.click(screen.getByRole('button', { name: '提交复核' }))
    await waitFor(() =>
      expect(sent.filter((request) => request.method === 'POST')).toMatchObject([
        {
          path: '/players/70/lost-payout',
          body: { amount: '100.00', reference: 'P1', reason: '恢复后核对银行流水' },
        },
      ]),
    )
  }, 30_000)

  test('is not offered to people who do not pay withdrawals', async () => {
    serve(
      undefined,
      [...permissions].filter((permission) => permission !== 'withdrawal.pay'),
    )
    renderAt(<AppRoutes />, withdrawals)
    await screen.findAllByRole('table', {}, slow)
    expect(screen.queryByRole('button', { name: '补记已付提款' })).toBeNull()
  }, 30_000)
})
