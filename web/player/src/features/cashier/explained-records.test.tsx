import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { FundRecords } from '../fund/fund-records'
import { AwardList } from '../promo/award-list'
import { Awards } from '../vip/awards'
import CashLogPage from './cash-log-page'

const said = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
beforeEach(() => {
  said.mockClear()
  logIn()
})

const row = (more: object) => ({
  FinanceType: '存款',
  PlayerName: 'demo01',
  StartTime: '2026-03-02 10:00:00',
  Amount: 500,
  Status: 1,
  StatusText: '成功',
  OrderSn: 'D1',
  Reason: '',
  Target: '',
  Note: '',
  ...more,
})
const items = (...rows: object[]) => ({ FundingDataItems: rows, PageCount: 1, RowCount: rows.length })

it.each([
  ['deposit', row({ Note: '在线支付 · 支付宝' }), '在线支付 · 支付宝'],
  ['withdrawal', row({ Target: '工商银行 尾号 7777' }), '工商银行 尾号 7777'],
  ['bonus', row({ Note: '存款 500.00 元的 4%' }), '存款 500.00 元的 4%'],
  ['rebate', row({ FinanceType: '棋牌返水', Note: '' }), '棋牌返水'],
])('H-487 a row of the tab %s explains itself, and none says "-"', async (tab, item, sentence) => {
  server.reply({ '/v1/Select/FundingItems': items(item) })
  show(<CashLogPage />, `/CashLog?tab=${tab}`)
  const table = within(await screen.findByRole('table', { name: '资金记录' }))
  expect(table.getAllByText(sentence).length).toBeGreaterThan(0)
  expect(table.queryByText('-')).toBeNull()
})

it('H-487 a refused withdrawal says where it was to go and why it did not', async () => {
  server.reply({
    '/v1/Select/FundingItems': items(row({ Status: 2, Target: '工商银行 尾号 7777', Reason: '户名不符' })),
  })
  show(<CashLogPage />, '/CashLog?tab=withdrawal')
  const table = within(await screen.findByRole('table', { name: '资金记录' }))
  expect(table.getByText('工商银行 尾号 7777')).toBeVisible()
  expect(table.getByText('户名不符')).toBeVisible()
})

const detail = {
  Data: {
    OrderSn: 'B1',
    Kind: 'fund',
    KindText: '优惠基金收入',
    Amount: 30,
    Unit: 'C$',
    Status: 1,
    StatusText: '成功',
    Time: '',
    Steps: [],
    Facts: [],
    Next: '',
    Act: false,
    Reason: '',
    Linked: [],
    Turnover: [],
    TakeBack: false,
  },
}

it.each([
  [
    'awards of promotions',
    <AwardList key="awards" />,
    '/v1/Select/PromotionAwards',
    {
      Data: {
        Items: [
          {
            CreateTime: '2026-03-02 10:00:00',
            Name: '首存加赠 2%',
            Amount: 10,
            Kind: 'first_bonus',
            Status: 0,
            StatusText: '待完善资料',
            Remark: '',
            Act: true,
            Turnover: 10,
            OrderSn: 'B1',
          },
        ],
        RowCount: 1,
        PageCount: 1,
      },
    },
  ],
  [
    'records of C$',
    <FundRecords key="fund" />,
    '/v1/Fund/GetFundDetail',
    { Data: [{ Remark: '新人礼金', CreateTime: '', Amount: 30, OrderSn: 'B1' }], RowCount: 1, PageCount: 1 },
  ],
  [
    'awards of VIP',
    <Awards key="vip" />,
    '/v1/Select/VipAwards',
    {
      Data: {
        Items: [
          {
            CreateTime: '',
            Programme: 'Track',
            Track: 'Card',
            Level: 2,
            Kind: 'bonus',
            KindText: '晋级礼金',
            Amount: 30,
            Status: 'paid',
            StatusText: '已发放',
            Remark: '',
            OrderSn: 'B1',
          },
        ],
        RowCount: 1,
        PageCount: 1,
      },
    },
  ],
])('H-487 a row of the %s opens its record, in its unit', async (_, page, path, answer) => {
  server.reply({ [path]: answer, '/v1/Select/RecordDetail': detail })
  show(page)
  await userEvent.click(await screen.findByRole('button', { name: '查看 B1 的详情' }))
  const sheet = within(await screen.findByRole('dialog', { name: '记录详情' }))
  expect(await sheet.findByText('30.00')).toHaveTextContent('C$30.00')
  expect(server.callsTo('/v1/Select/RecordDetail')[0]?.form.get('OrderSn')).toBe('B1')
})

it('a search that fails is said, while the old rows stay', async () => {
  server.reply({ '/v1/Select/FundingItems': items(row({ Note: '在线支付 · 支付宝' })) })
  show(<CashLogPage />, '/CashLog?tab=deposit')
  await screen.findByText('在线支付 · 支付宝')
  server.reply({ '/v1/Select/FundingItems': [503, { IsSuc: false, Message: '网络不可用，请检查网络' }] })
  await userEvent.click(screen.getByRole('button', { name: '查询' }))
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('error', '网络不可用，请检查网络'))
  expect(screen.getByText('在线支付 · 支付宝')).toBeVisible()
})
