import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { AssetSummary } from './asset-summary'

const server = fakeServer()
beforeEach(logIn)

const venue = (PlatformCode: string, PlatformName: string, Balance: number, more = {}) => ({
  PlatformCode,
  PlatformName,
  venue_code: PlatformCode,
  Balance,
  State: 'open',
  Stale: false,
  AsOf: '',
  ...more,
})
const balance = {
  SumAmount: 1600.5,
  Balance: 1000.5,
  LockBalance: 200,
  TransitBalance: 50,
  VenueAmount: [venue('26', '鸿运棋院', 350), venue('31', '乐弈楼', 0, { State: 'maintenance' })],
  IsAuTransfer: 0,
}

/** The figure that stands under a label. */
const figure = (label: string) => within(screen.getByText(label).closest('dl') as HTMLElement)

it('WD-01, D-31 shows the total, the centre wallet, what is locked or on its way, and every venue', async () => {
  server.reply({ '/v1/Select/PlayerBalance': balance })
  show(<AssetSummary />)
  expect(await figure('总资产').findByText('¥1,600.50')).toBeVisible()
  expect(figure('中心钱包').getByText('¥1,000.50')).toBeVisible()
  expect(figure('锁定钱包').getByText('¥200.00')).toBeVisible()
  expect(figure('锁定钱包').getByText('¥50.00')).toBeVisible()
  const venues = screen.getAllByRole('listitem')
  expect(venues[0]).toHaveTextContent('鸿运棋院¥350.00')
  expect(venues[1]).toHaveTextContent('乐弈楼维护中¥0.00')
})

it('TRF-05 a recycling that failed at one venue still tells what became of each', async () => {
  server.reply({
    '/v1/Select/PlayerBalance': balance,
    '/v1/Do/OneClickRecyclingAction': {
      IsSuc: false,
      ErrorMessage: '一键回收失败',
      Data: [
        { PlatformName: '鸿运棋院', Amount: 350, Status: 2, ResultMessage: '场馆暂时没有响应' },
        { PlatformName: '乐弈楼', Amount: 20, Status: 1, ResultMessage: '' },
      ],
    },
  })
  show(<AssetSummary />)
  await userEvent.click(await screen.findByRole('button', { name: '一键回收' }))
  expect(await screen.findByText('鸿运棋院 ¥350.00 场馆暂时没有响应')).toBeVisible()
  expect(screen.getByText('乐弈楼 ¥20.00 已回收')).toBeVisible()
})

it('WD-01, TRF-05 the recycle button tells venue by venue what came home', async () => {
  server.reply({
    '/v1/Select/PlayerBalance': balance,
    '/v1/Do/OneClickRecyclingAction': {
      Data: [
        { PlatformName: '鸿运棋院', Amount: 350, Status: 1, ResultMessage: '' },
        { PlatformName: '乐弈楼', Amount: 0, Status: 2, ResultMessage: '场馆维护中' },
      ],
    },
  })
  show(<AssetSummary />)
  const button = await screen.findByRole('button', { name: '一键回收' })
  await userEvent.dblClick(button)
  expect(await screen.findByText('鸿运棋院 ¥350.00 已回收')).toBeVisible()
  expect(screen.getByText('乐弈楼 ¥0.00 场馆维护中')).toBeVisible()
  expect(server.callsTo('/v1/Do/OneClickRecyclingAction')).toHaveLength(1)
})
