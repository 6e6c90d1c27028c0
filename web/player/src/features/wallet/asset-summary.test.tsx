import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import * as toasts from '../../ui/toast'
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

/** The figure under a label. */
const figure = (label: string) => within(screen.getByText(label).closest('dl') as HTMLElement)

it('WD-01, D-31 shows the total, the centre wallet, what is locked or on its way, and every venue', async () => {
  server.reply({ '/v1/Select/PlayerBalance': balance })
  show(<AssetSummary />)
  expect(await figure('总资产').findByText('¥1,600.50')).toBeVisible()
  expect(figure('中心钱包').getByText('¥1,000.50')).toBeVisible()
  expect(figure('锁定钱包').getByText('¥200.00')).toBeVisible()
  expect(figure('锁定钱包').getByText('¥50.00')).toBeVisible()
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(['鸿运棋院¥350.00'])
  await userEvent.click(screen.getByRole('button', { name: '其余 1 个场馆余额为 ¥0.00，点击查看' }))
  expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('乐弈楼维护中¥0.00')
})

it('a venue with pages of other names is listed with those names', async () => {
  server.reply({ '/v1/Select/PlayerBalance': { ...balance, VenueAmount: [venue('2', '听涛阁', 350)] } })
  show(<AssetSummary />)
  expect(await screen.findByRole('listitem')).toHaveTextContent('听涛阁听涛真人捕鱼大厅¥350.00')
})

it('WD-01 of venues without money only their number is shown until the player asks', async () => {
  const none = Array.from({ length: 24 }, (_, index) => venue(`${index}`, `场馆${index}`, 0))
  server.reply({ '/v1/Select/PlayerBalance': { ...balance, VenueAmount: none } })
  show(<AssetSummary />)
  const more = await screen.findByRole('button', { name: '全部 24 个场馆余额为 ¥0.00，点击查看' })
  expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  await userEvent.click(more)
  expect(screen.getAllByRole('listitem')).toHaveLength(24)
  await userEvent.click(screen.getByRole('button', { name: '收起' }))
  expect(screen.queryAllByRole('listitem')).toHaveLength(0)
})

const ask = '/v1/Do/CallPlatformBalancesAction'

it('WD-01, TRF-06 the venues are asked, and again by the refresh button; the total follows them', async () => {
  server.reply({ '/v1/Select/PlayerBalance': balance, [ask]: { Data: [venue('26', '鸿运棋院', 540)] } })
  show(<AssetSummary />)
  expect(await screen.findByText('¥540.00')).toBeVisible()
  // 1,600.50 of the books and 190 more at the venue.
  expect(figure('总资产').getByText('¥1,790.50')).toBeVisible()
  expect(server.callsTo(ask)).toHaveLength(1)
  server.reply({ [ask]: { Data: [venue('26', '鸿运棋院', 600)] } })
  await userEvent.click(screen.getByRole('button', { name: '刷新余额' }))
  expect(await screen.findByText('¥600.00')).toBeVisible()
  expect(figure('总资产').getByText('¥1,850.50')).toBeVisible()
  expect(server.callsTo(ask)).toHaveLength(2)
})

it('H-516 what is staked and not settled is told below the total, and nothing where there is none', async () => {
  server.reply({ '/v1/Select/PlayerBalance': balance, [ask]: { Data: [venue('26', '鸿运棋院', 340)] } })
  show(<AssetSummary />)
  expect(await screen.findByText('未结算投注约 ¥10.00，以场馆为准')).toBeVisible()
  expect(figure('总资产').getByText('¥1,590.50')).toBeVisible()
  server.reply({ [ask]: { Data: [venue('26', '鸿运棋院', 360)] } })
  await userEvent.click(screen.getByRole('button', { name: '刷新余额' }))
  expect(await screen.findByText('¥1,610.50')).toBeVisible()
  expect(screen.queryByText(/未结算投注/)).toBeNull()
})

it('TRF-06 a venue that did not answer is unknown, not zero, and the others keep their word', async () => {
  const two = { ...balance, VenueAmount: [venue('26', '鸿运棋院', 350), venue('31', '乐弈楼', 0)] }
  server.reply({
    '/v1/Select/PlayerBalance': two,
    [ask]: { Data: [venue('26', '鸿运棋院', 540), venue('31', '乐弈楼', 0, { Stale: true })] },
  })
  show(<AssetSummary />)
  expect(await screen.findByText('¥540.00')).toBeVisible()
  const venues = screen.getAllByRole('listitem')
  expect(venues[1]).toHaveTextContent('乐弈楼未知请稍后刷新')
  // The venues could not be asked: our own figures are not shown as the venues'.
  server.reply({ [ask]: [429, { Message: '操作过于频繁，请稍后再试' }] })
  await userEvent.click(screen.getByRole('button', { name: '刷新余额' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('鸿运棋院未知请稍后刷新'))
  expect(figure('总资产').getByText('¥1,600.50')).toBeVisible()
})

it('MON-8 an answer from before a transfer is not counted beside the money it moved; the venue is asked again', async () => {
  let told = 540
  server.reply({
    '/v1/Select/PlayerBalance': balance,
    [ask]: () => ({ Data: [venue('26', '鸿运棋院', told)] }),
    '/v1/Do/OneClickRecyclingAction': () => {
      told = 0
      server.reply({
        '/v1/Select/PlayerBalance': {
          ...balance,
          SumAmount: 1790.5,
          Balance: 1540.5,
          VenueAmount: [venue('26', '鸿运棋院', 0), balance.VenueAmount[1]],
        },
      })
      return { Data: [{ PlatformName: '鸿运棋院', Amount: 540, Status: 1, ResultMessage: '' }] }
    },
  })
  show(<AssetSummary />)
  expect(await screen.findByText('¥540.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '一键回收' }))
  expect(await screen.findByText('¥1,540.50')).toBeVisible()
  expect(figure('总资产').getByText('¥1,790.50')).toBeVisible()
  await waitFor(() => expect(server.callsTo(ask)).toHaveLength(2))
  expect(figure('总资产').getByText('¥1,790.50')).toBeVisible()
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
  expect(await screen.findByText('场馆暂时没有响应')).toBeVisible()
  const lines = within(screen.getByRole('status')).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    '鸿运棋院未收回 ¥350.00场馆暂时没有响应',
    '乐弈楼已收回 ¥20.00',
  ])
})

it('WD-01, TRF-05 the recycle button tells venue by venue what came home', async () => {
  server.reply({
    '/v1/Select/PlayerBalance': balance,
    '/v1/Do/OneClickRecyclingAction': {
      Data: [
        { PlatformName: '鸿运棋院', Amount: 350, Status: 1, ResultMessage: '该场馆只转整元，¥0.40 留在场馆' },
        { PlatformName: '乐弈楼', Amount: 0, Status: 3, ResultMessage: '场馆维护中，已跳过' },
      ],
    },
  })
  show(<AssetSummary />)
  const said = vi.spyOn(toasts, 'toast')
  const button = await screen.findByRole('button', { name: '一键回收' })
  await userEvent.dblClick(button)
  await screen.findByText('场馆维护中，已跳过')
  const lines = within(screen.getByRole('status')).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    '鸿运棋院已收回 ¥350.00该场馆只转整元，¥0.40 留在场馆',
    '乐弈楼场馆维护中，已跳过',
  ])
  expect(server.callsTo('/v1/Do/OneClickRecyclingAction')).toHaveLength(1)
  expect(said).toHaveBeenCalledWith('info', '一键回收成功，共收回 ¥350.00')
})

it('TRF-05 success and failure each have their message, and the balances are read again after both', async () => {
  const said = vi.spyOn(toasts, 'toast')
  const part = { PlatformName: '鸿运棋院', Amount: 350, Status: 1, ResultMessage: '' }
  const recycle = '/v1/Do/OneClickRecyclingAction'
  server.reply({ '/v1/Select/PlayerBalance': balance, [recycle]: { Data: [part] } })
  show(<AssetSummary />)
  await userEvent.click(await screen.findByRole('button', { name: '一键回收' }))
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', '一键回收成功，共收回 ¥350.00'))
  await waitFor(() => expect(server.callsTo('/v1/Select/PlayerBalance')).toHaveLength(2))
  server.reply({ [recycle]: { IsSuc: false, ErrorMessage: '一键回收失败', Data: [{ ...part, Status: 2 }] } })
  await userEvent.click(screen.getByRole('button', { name: '一键回收' }))
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', '一键回收失败'))
  await waitFor(() => expect(server.callsTo('/v1/Select/PlayerBalance')).toHaveLength(3))
})
