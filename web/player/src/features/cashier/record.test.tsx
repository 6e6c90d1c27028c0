import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import CashLogPage from './cash-log-page'
import { Holds } from './holds'
import RecordSheet from './record-sheet'
import { withdrawalFault } from './withdrawal-fault'
import WithdrawalList from './withdrawal-list'

const server = fakeServer()
beforeEach(logIn)

const line = (sn: string, amount: number, balance: number) => ({
  Time: '2026-03-02 10:00:00',
  OrderSn: sn,
  Kind: 'bonus',
  KindText: '红利',
  Note: '每日存款加赠 4%',
  Amount: amount,
  Balance: balance,
})

const detail = {
  OrderSn: 'W1',
  Kind: 'withdrawal',
  KindText: '提款',
  Amount: 500,
  Status: 0,
  StatusText: '审核中',
  Time: '2026-03-02 10:00:00',
  Steps: [
    { Time: '2026-03-02 10:00:00', Text: '提交提款，金额已冻结', Done: true },
    { Time: '', Text: '到账', Done: false },
  ],
  Facts: [{ Label: '收款账户', Text: '工商银行 **** 7777' }],
  Next: '款项已冻结，等待审核。近 7 日内出款的同类提款，五笔中有四笔用时不超过 20 分钟。',
  Act: false,
  Reason: '',
  Linked: [{ OrderSn: 'B1', Text: '每日存款加赠 4%', Amount: 20 }],
  Turnover: [
    {
      Source: 'bonus',
      SourceText: '优惠',
      OrderSn: 'B1',
      Amount: 20,
      Required: 20,
      Done: 5,
      State: 'open',
      CreateTime: '',
    },
  ],
  TakeBack: true,
}

it('REC-01, H-361 all kinds stand in one list with the balance of the books, and more is loaded by its mark', async () => {
  server.reply({
    '/v1/Select/LedgerItems': (form: URLSearchParams) =>
      form.get('Before') ? { Items: [line('B2', -30, 70)], Next: '' } : { Items: [line('B1', 20, 90)], Next: 'mark' },
  })
  show(<CashLogPage />, '/CashLog?tab=ledger&start=2026-03-02&end=2026-03-05')
  expect(await screen.findByText('+¥20.00')).toBeVisible()
  expect(screen.getByText('¥90.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
  expect(await screen.findByText('-¥30.00')).toBeVisible()
  expect(screen.getByText('没有更早的记录了')).toBeVisible()
  const calls = server.callsTo('/v1/Select/LedgerItems').map(({ form }) => Object.fromEntries(form))
  expect(calls.map((form) => form.Before)).toEqual(['', 'mark'])
  expect(calls[0]).toMatchObject({ startDate: '2026-03-02', endDate: '2026-03-05' })
})

it('REC-02, H-361 a row opens its sheet: number, steps, facts, turnover and what hangs together', async () => {
  server.reply({
    '/v1/Select/FundingItems': {
      FundingDataItems: [
        {
          FinanceType: '提款',
          PlayerName: 'demo01',
          StartTime: '',
          Reason: '',
          Status: 0,
          StatusText: '审核中',
          OrderSn: 'W1',
          Amount: 500,
          Target: '',
        },
      ],
      PageCount: 1,
      RowCount: 1,
    },
    '/v1/Select/RecordDetail': (form: URLSearchParams) => ({ Data: { ...detail, OrderSn: form.get('OrderSn') } }),
  })
  show(<CashLogPage />, '/CashLog?tab=withdrawal&start=2026-03-02&end=2026-03-05')
  await userEvent.click(await screen.findByRole('button', { name: '查看 W1 的详情' }))
  const sheet = within(await screen.findByRole('dialog', { name: '记录详情' }))
  expect(await sheet.findByText('¥500.00')).toBeVisible()
  expect(sheet.getByRole('button', { name: '复制单号' })).toBeVisible()
  expect(sheet.getByText('工商银行 **** 7777')).toBeVisible()
  expect(sheet.getByText(/不超过 20 分钟/)).toBeVisible()
  expect(sheet.getByText('还需 ¥15.00')).toBeVisible()
  expect(sheet.getByRole('listitem', { current: 'step' })).toHaveTextContent('提交提款')
  await userEvent.click(sheet.getByRole('button', { name: /每日存款加赠/ }))
  await waitFor(() => expect(server.callsTo('/v1/Select/RecordDetail').at(-1)?.form.get('OrderSn')).toBe('B1'))
})

it.each([
  ['deposit', 'ask=deposit', 'about=deposit'],
  ['withdrawal', 'ask=withdrawal', 'about=withdrawal'],
  ['transfer', 'ask=transfer', 'about=record'],
  ['bonus', 'ask=bonus', 'about=record'],
  ['rebate', 'ask=bonus', 'about=record'],
  ['fund', 'ask=bonus', 'about=record'],
  ['game', 'ask=game', 'about=record'],
  ['other', 'ask=other', 'about=record'],
])('the sheet of a %s opens a question that names its number', async (Kind, ask, about) => {
  server.reply({ '/v1/Select/RecordDetail': { Data: { ...detail, Kind, OrderSn: 'N1' } } })
  show(<RecordSheet sn="N1" />)
  const href = (await screen.findByRole('link', { name: '就此提问' })).getAttribute('href')
  expect(href).toMatch(/^#\/Support\?/)
  for (const part of [ask, about, 'ref=N1']) expect(href).toContain(part)
})

it('a record that waits for the player leads to name and card', async () => {
  server.reply({
    '/v1/Select/RecordDetail': { Data: { ...detail, Kind: 'bonus', StatusText: '待完善资料', Act: true } },
  })
  show(<RecordSheet sn="B1" />)
  expect(await screen.findByRole('link', { name: '去完善资料' })).toHaveAttribute('href', '#/BaseInfo/bank')
})

it('REC-01 quick ranges end today, and the chosen one is marked', async () => {
  server.reply({ '/v1/Select/FundingItems': { FundingDataItems: [], PageCount: 0, RowCount: 0 } })
  show(<CashLogPage />, '/CashLog')
  await userEvent.click(await screen.findByRole('button', { name: '近 30 天' }))
  expect(await screen.findByRole('button', { name: '近 30 天', pressed: true })).toBeVisible()
  const form = server.callsTo('/v1/Select/FundingItems').at(-1)?.form
  const days =
    (Date.parse(form?.get('endDate')?.slice(0, 10) ?? '') - Date.parse(form?.get('startDate')?.slice(0, 10) ?? '')) /
    86_400_000
  expect(days).toBe(29)
})

it('H-360 a withdrawal shows where it goes and when, and is taken back after a second look', async () => {
  server.reply({
    '/v1/Select/FundingItems': {
      FundingDataItems: [
        {
          FinanceType: '提款',
          PlayerName: 'demo01',
          StartTime: '',
          Reason: '',
          Status: 0,
          StatusText: '审核中',
          OrderSn: 'W1',
          Amount: 500,
          Target: '工商银行 尾号 7777',
        },
      ],
      PageCount: 1,
      RowCount: 1,
    },
    '/v1/Select/RecordDetail': { Data: detail },
    '/v1/Do/WithdrawTakeBackAction': { ErrorMessage: '这笔提款已进入审核或已结束，不能撤回', IsSuc: false },
  })
  show(<WithdrawalList />)
  expect(await screen.findByText('工商银行 尾号 7777')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: '撤回提款' }))
  expect(server.callsTo('/v1/Do/WithdrawTakeBackAction')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: '确认撤回' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('已进入审核')
  expect(server.callsTo('/v1/Do/WithdrawTakeBackAction')[0]?.form.get('OrderSn')).toBe('W1')
})

it('WD-08, WD-09 what can be withdrawn now stands with every reason for the rest, and is said before it is asked for', () => {
  const terms = {
    minFen: 10000,
    availableFen: 0,
    holds: [
      { code: 'turnover', text: '还需完成有效投注 ¥200.00，完成前不能提款', stops: true },
      { code: 'locked', text: '提款处理中，已冻结 ¥100.00', stops: false },
    ],
  }
  show(<Holds terms={terms as never} />)
  expect(screen.getByText('¥0.00')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(withdrawalFault('150', terms, 20000)).toBe('还需完成有效投注 ¥200.00，完成前不能提款')
  expect(withdrawalFault('250', terms, 20000)).toBe('超出当前余额限制')
  expect(withdrawalFault('150', { ...terms, availableFen: 20000, holds: [] }, 20000)).toBeUndefined()
})
