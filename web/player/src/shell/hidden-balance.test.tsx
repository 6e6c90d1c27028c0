import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { LedgerList } from '../features/cashier/ledger-list'
import UsdtPanel from '../features/cashier/usdt-panel'
import MineRow from '../features/lobby/mine-row'
import { AssetSummary } from '../features/wallet/asset-summary'
import TransferPage from '../features/wallet/transfer-page'
import { fakeServer, logIn, show } from '../test/server'
import AccountLayout from './account-layout'
import { BalanceChip } from './balance-chip'
import { PlayerCard } from './h5/player-card'
import TopBalance from './h5/top-balance'
import WithdrawalPage from './pages/withdrawal-page'

const server = fakeServer()
beforeEach(logIn)

const sum = 8765.43
const venue = {
  PlatformCode: '26',
  PlatformName: '鸿运棋院',
  venue_code: '26',
  Balance: sum,
  State: 'open',
  Stale: false,
  AsOf: '',
}
const replies = {
  '/v1/Select/PlayerBalance': {
    SumAmount: sum,
    Balance: sum,
    LockBalance: sum,
    TransitBalance: sum,
    VenueAmount: [venue],
    IsAuTransfer: 0,
    LaunchBrings: 'unasked',
  },
  '/v1/Do/CallPlatformBalancesAction': { Data: [venue] },
  '/v1/Select/HomeMine': {
    Data: { Recent: [], Claims: [], Marked: [], Steps: {} },
  },
  '/v1/Select/PlayerBankItems': {
    PlayerBanks: [
      { Id: 1, BankName: '工商银行', BankType: 'ICBC', TrueName: '王*', AccountNumber: '***0128', IsDefault: true },
    ],
  },
  '/v1/Select/GetUsdtAddAddress': {
    Data: [
      { Id: 1, UsdtAddress: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9', UsdtType: 'TRC20', IsDefault: true, Offered: true },
    ],
  },
  '/v1/Select/WithdrawalInfo': {
    Data: {
      MinAmount: 100,
      TimesADay: 5,
      DailyLimit: 200000,
      TimesLeft: 5,
      AmountLeft: 200000,
      Available: sum,
      Holds: [],
      Buckets: [],
    },
  },
  '/v1/Select/LedgerItems': {
    Items: [{ OrderSn: 'D1', Time: '2026-11-27 10:00:00', Title: '存款', Note: '', Amount: 1, Balance: sum }],
    Next: '',
  },
}

/** Every place that shows what the player has. A new one is added here, and uses ui/own-balance. */
const places: [string, ReactNode][] = [
  ['the bar of the desktop', <BalanceChip key="1" />],
  ['the bar of the phone', <TopBalance key="2" bell={false} />],
  ['the rail of the account pages', <AccountLayout key="3">page</AccountLayout>],
  ['the player’s card of the phone', <PlayerCard key="4" name="demo01" />],
  ['the row of the home page', <MineRow key="5" />],
  ['the wallets', <AssetSummary key="6" />],
  ['the transfer, and the money of a launch', <TransferPage key="7" />],
  ['the withdrawal to a card', <WithdrawalPage key="8" />],
  ['the withdrawal in coins', <UsdtPanel key="9" availableFen={876543} />],
  ['the ledger', <LedgerList key="10" start="2026-11-01" end="2026-11-30" onOpen={() => {}} />],
]

describe('a covered balance is covered everywhere', () => {
  it.each(places)('%s', async (_, place) => {
    server.reply(replies)
    const open = show(place)
    await waitFor(() => expect(document.body).toHaveTextContent('8,765.43'))
    open.unmount()
    localStorage.setItem('hideBalance', '1')
    show(place)
    await waitFor(() => expect(document.body).toHaveTextContent('****'))
    await new Promise((done) => setTimeout(done, 300))
    expect(document.body).not.toHaveTextContent('8,765.43')
  })

  it('all of a page change together', async () => {
    server.reply(replies)
    show(
      <>
        <BalanceChip />
        <AccountLayout>page</AccountLayout>
      </>,
    )
    await waitFor(() => expect(screen.getAllByText('¥8,765.43')).toHaveLength(2))
    screen.getByRole('button', { name: '隐藏余额', hidden: true }).click()
    await waitFor(() => expect(screen.getAllByText('¥****')).toHaveLength(2))
  })

  it('a page follows when another tab covers them', async () => {
    server.reply(replies)
    show(<BalanceChip />)
    expect(await screen.findByText('¥8,765.43')).toBeVisible()
    act(() => {
      localStorage.setItem('hideBalance', '1')
      window.dispatchEvent(new StorageEvent('storage', { key: 'hideBalance' }))
    })
    expect(screen.getByText('¥****')).toBeVisible()
  })

  it('no file writes a balance past the cover', () => {
    const src = join(__dirname, '..')
    const own =
      /(formatFen\(|<Money fen=\{)[\w.?]*\b(sumFen|centreFen|lockedFen|transitFen|availableFen|venuesFen|balanceFen)\b/
    const past = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .filter((name) => own.test(readFileSync(join(src, name), 'utf8')))
    expect(past).toEqual([])
  })
})

it('the figure of the bar says what it is: everything the player has', async () => {
  server.reply(replies)
  const { container } = show(<BalanceChip />)
  await waitFor(() => expect(container).toHaveTextContent('总资产¥8,765.43'))
})
