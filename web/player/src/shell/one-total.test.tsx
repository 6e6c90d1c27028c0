import { clearLogin } from '@shared/session'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AssetSummary } from '../features/wallet/asset-summary'
import { fakeServer, logIn, show } from '../test/server'
import { BalanceChip } from './balance-chip'

const server = fakeServer()
afterEach(clearLogin)

it('TRF-06 the bar shows the total of the page, also while a bet is open at a venue', async () => {
  logIn()
  const venue = { PlatformCode: 26, PlatformName: '鸿运棋院', State: 'open', Stale: false }
  server.reply({
    '/v1/Select/PlayerBalance': {
      SumAmount: 150,
      Balance: 100,
      LockBalance: 0,
      TransitBalance: 0,
      VenueAmount: [{ ...venue, Balance: 50 }],
    },
    '/v1/Do/CallPlatformBalancesAction': { Data: [{ ...venue, Balance: 40 }] },
  })
  show(
    <>
      <div data-testid="bar">
        <BalanceChip />
      </div>
      <AssetSummary />
    </>,
  )
  // The books have 50 at the venue: 10 of them are a stake.
  expect(await screen.findByText('¥40.00')).toBeVisible()
  expect(within(screen.getByTestId('bar')).getByText('¥140.00')).toBeVisible()
})
