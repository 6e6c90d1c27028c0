import { balanceQuery } from '@shared/api/queries'
import { setServerTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { conditionOf } from './claim-queries'
import DiscountPage from './discount-page'
import PromoDetailPage from './promo-detail-page'
import PromoListPage from './promo-list-page'

const said = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const claimsPath = '/v1/Select/PromotionClaims'
const claimPath = '/v1/Do/PromotionClaimAction'
const awardsPath = '/v1/Select/PromotionAwards'
const activityPath = '/v1/PubInterface/GetActivity'

const claim = (Id: number, Kind: string, Name: string, State: number, StateText: string, more: object = {}) => ({
  Id,
  Kind,
  Name,
  State,
  StateText,
  Amount: 0,
  Draws: 0,
  Progress: [],
  Reason: '',
  Act: false,
  EndTime: '',
  Odds: null,
  ...more,
})
const odds = [
  { Amount: 1.88, Chance: '99.5%' },
  { Amount: 8888, Chance: '0.5%' },
]
const packets = claim(34, 'red_packets', '天天存款红包', 1, '可领取', {
  Draws: 3,
  Progress: [{ Name: '今日存款', Now: 3200.5, Need: 5000, Unit: '元' }],
  EndTime: '2026-03-31 23:59:59',
  Odds: odds,
})
const board = claim(35, 'board_packet', '棋牌每日红包', 0, '未达成', {
  Progress: [
    { Name: '今日存款', Now: 3200.5, Need: 500, Unit: '元' },
    { Name: '今日棋牌有效投注', Now: 1999.99, Need: 2000, Unit: '元' },
  ],
})
const streak = claim(36, 'streak', '体育连胜彩金', 1, '可领取', { Amount: 88.8 })
const rebate = claim(37, 'board_rebate', '棋牌每周返水', 3, '自动派发', {
  Amount: 12.35,
  EndTime: '2026-04-06 21:00:00',
  Progress: [{ Name: '棋牌等级', Now: 3, Need: 0, Unit: '级' }],
})
const done = claim(42, 'rescue', '月度救援金', 2, '已领取', { Amount: 2500 })
const first = claim(39, 'first_bonus', '首存加赠 2%', 4, '不适用', { Reason: '仅限第一笔存款，您已经存过款' })
const daily = claim(38, 'daily_bonus', '每日存款加赠 4%', 3, '存款时选择', {
  Progress: [{ Name: '存款金额', Now: 0, Need: 100, Unit: '元' }],
})
const all = [done, first, rebate, board, daily, streak, packets]

const awards = (rows: object[], RowCount = rows.length, PageCount = 1) => ({
  Data: { Items: rows, RowCount, PageCount, PageIndex: 1 },
})
const award = (Name: string, more: object = {}) => ({
  CreateTime: '2026-03-31 10:20:33',
  Name,
  Amount: 20,
  Kind: 'daily_bonus',
  Status: 1,
  StatusText: '已到账',
  Remark: '存款 500.00 元',
  OrderSn: 'B1',
  Turnover: 20,
  ...more,
})

const discount = (list: object[] = all) => {
  server.reply({ [claimsPath]: { Data: list }, [awardsPath]: awards([]) })
  return show(<DiscountPage />, '/Discount')
}
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('article') as HTMLElement)
}
const keysSent = () => server.callsTo(claimPath).map(({ headers }) => headers.get('Idempotency-Key'))

beforeEach(() => {
  said.mockClear()
  logIn()
  setServerTime(Date.parse('2026-03-31T20:29:30+08:00'))
})
afterEach(() => {
  setServerTime(Date.now())
  localStorage.clear()
  document.documentElement.dataset.form = ''
})

describe('what a condition says', () => {
  const of = (Now: number, Need: number, Unit = '元') => conditionOf({ Name: 'x', Now, Need, Unit: Unit as '元' })

  it('PROMO-04 is met by the exact amount and not by one fen less', () => {
    expect(of(2000, 2000)).toMatchObject({ percent: 100, figures: '¥2,000 / ¥2,000' })
    expect(of(1999.99, 2000)).toMatchObject({ percent: 99, figures: '¥1,999.99 / ¥2,000' })
    expect(of(3200, 500)).toMatchObject({ percent: 100, figures: '¥3,200 / ¥500' })
    expect(of(-50, 500)).toMatchObject({ percent: 0 })
    expect(of(0.1, 0.3)).toMatchObject({ percent: 33, figures: '¥0.10 / ¥0.30' })
  })

  it('counts other things by their own name, and tells what nothing is asked of', () => {
    expect(of(3, 4, '场')).toMatchObject({ percent: 75, figures: '3 / 4 场' })
    expect(of(3, 0, '级')).toMatchObject({ percent: undefined, figures: '3 级' })
  })
})

describe('/Discount', () => {
  it('PROMO-03 to PROMO-11 shows every state: what can be claimed first, what is not for this player last', async () => {
    discount()
    const list = within(await screen.findByRole('list', { name: '我的优惠' }))
    expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      '体育连胜彩金',
      '天天存款红包',
      '棋牌每日红包',
      '每日存款加赠 4%',
      '棋牌每周返水',
      '月度救援金',
    ])
    expect(screen.getByText('2 项可领取')).toBeVisible()
    const barred = within(screen.getByRole('list', { name: '暂时不能参加' }))
    expect(barred.getByText('仅限第一笔存款，您已经存过款')).toBeVisible()
    expect(barred.queryByRole('button')).toBeNull()
  })

  it('one that can be claimed has the button, one that is not met its conditions and the way there', async () => {
    discount()
    expect((await card('体育连胜彩金')).getByText('¥88.80')).toBeVisible()
    expect(screen.getByRole('button', { name: '领取：体育连胜彩金' })).toBeEnabled()
    const unmet = await card('棋牌每日红包')
    expect(unmet.getByRole('progressbar', { name: '棋牌每日红包：今日存款的进度' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    )
    const short = unmet.getByRole('progressbar', { name: '棋牌每日红包：今日棋牌有效投注的进度' })
    expect(short).toHaveAttribute('aria-valuenow', '99')
    expect(short).toHaveAttribute('aria-valuetext', '¥1,999.99 / ¥2,000')
    expect(unmet.queryByRole('button', { name: /领取/ })).toBeNull()
    expect(unmet.getByRole('link', { name: '去完成：棋牌每日红包' })).toHaveAttribute('href', '#/Boardgame_01')
    expect(screen.getByRole('link', { name: '去存款：每日存款加赠 4%' })).toHaveAttribute(
      'href',
      '#/Deposit?activity=38',
    )
    expect((await card('每日存款加赠 4%')).getByText('存款金额不少于 ¥100')).toBeVisible()
  })

  it('PROMO-06 what comes by itself says how much so far and when, and has nothing to claim', async () => {
    discount()
    const auto = await card('棋牌每周返水')
    expect(auto.getByText('¥12.35')).toBeVisible()
    expect(auto.getByText('04-06 21:00 自动派发')).toBeVisible()
    expect(auto.getByText('3 级')).toBeVisible()
    expect(auto.queryByRole('progressbar')).toBeNull()
    expect(auto.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['查看各游戏计入比例'])
    expect((await card('月度救援金')).getAllByText('已领取')).toHaveLength(2)
  })

  it('H-439 what is claimed shows no weights of today, since it keeps those of its claim', async () => {
    discount()
    const claimed = await card('月度救援金')
    expect(claimed.queryByRole('button', { name: /查看各游戏计入比例/ })).toBeNull()
    const open = await card('体育连胜彩金')
    expect(open.getByRole('button', { name: '查看各游戏计入比例：体育连胜彩金' })).toBeVisible()
  })

  it('counts down the last day of a claim on the server’s clock', async () => {
    discount([packets])
    expect((await card('天天存款红包')).getByRole('timer').textContent).toMatch(/^03:30:2\d$/)
  })

  it('NAV-02 says 暂无数据 when there is nothing, and leads to the promotions', async () => {
    discount([])
    expect(await screen.findByText('暂无数据')).toBeVisible()
    expect(screen.getAllByRole('link', { name: '查看全部优惠' })[0]).toHaveAttribute('href', '#/Activity')
  })

  it('has a loading and a failed state, and tries again', async () => {
    server.reply({
      [claimsPath]: [503, { IsSuc: false, Message: '服务暂时不可用' }],
      [awardsPath]: awards([award('x')]),
    })
    show(<DiscountPage />, '/Discount')
    expect(screen.getByRole('status', { name: '加载中' })).toBeInTheDocument()
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用')
    server.reply({ [claimsPath]: { Data: all } })
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { name: '天天存款红包' })).toBeVisible()
  })
})

describe('a claim', () => {
  it('a double click claims once, with a key; claims, awards and wallet are read again', async () => {
    const Wallet = () => <p>{useQuery(balanceQuery).data?.centreFen}</p>
    server.reply({
      [claimsPath]: { Data: all },
      [awardsPath]: awards([]),
      [claimPath]: { Data: { Amount: 88.8, Packets: [88.8] }, ResultMessage: '88.80元已转入中心钱包' },
      '/v1/Select/PlayerBalance': { Balance: 5 },
    })
    show(
      <>
        <DiscountPage />
        <Wallet />
      </>,
      '/Discount',
    )
    const button = await screen.findByRole('button', { name: '领取：体育连胜彩金' })
    await screen.findByText('500')
    server.reply({
      [claimsPath]: { Data: [...all.slice(0, 5), { ...streak, State: 2, StateText: '已领取' }, packets] },
      [awardsPath]: awards([award('体育连胜彩金', { Amount: 88.8 })]),
      '/v1/Select/PlayerBalance': { Balance: 93.8 },
    })
    await userEvent.dblClick(button)
    const streakCard = await card('体育连胜彩金')
    expect(await streakCard.findByText('88.80元已转入中心钱包')).toBeVisible()
    expect(await screen.findByText('9380')).toBeVisible()
    expect(await screen.findByRole('table', { name: '领取记录' })).toHaveTextContent('¥88.80')
    expect(server.callsTo(claimPath).map(({ form }) => Object.fromEntries(form))).toEqual([{ id: '36' }])
    expect(keysSent()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(said.mock.calls).toEqual([['success', '88.80元已转入中心钱包']])
    // It keeps its place, and the focus stays where the button was.
    expect(screen.getAllByRole('article')[0]).toContainElement(streakCard.getAllByText('已领取')[0] ?? null)
    expect(document.activeElement).toHaveTextContent('已领取')
  })

  it('has no word for its state before the server says it, since a person may review it first', async () => {
    const reviewed = claim(36, 'streak', '体育连胜彩金', 2, '审核中')
    let answer: (list: object) => void = () => {}
    const later = new Promise<object>((resolve) => {
      answer = resolve
    })
    server.reply({ [claimPath]: { Data: { Amount: 88.8, Packets: [] }, ResultMessage: '已提交，等待审核' } })
    discount([streak])
    const button = await screen.findByRole('button', { name: '领取：体育连胜彩金' })
    server.reply({ [claimsPath]: () => later })
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('button', { name: '领取：体育连胜彩金' })).toBeNull())
    expect(screen.queryByText('领取成功！')).toBeNull()
    answer({ Data: [reviewed] })
    expect((await (await card('体育连胜彩金')).findAllByText('审核中'))[0]).toBeVisible()
  })

  it('of which nothing was heard is tried again with the same key, and no other in between', async () => {
    server.reply({ [claimPath]: [503, { IsSuc: false, Message: '服务暂时不可用' }] })
    discount()
    await userEvent.click(await screen.findByRole('button', { name: '领取：体育连胜彩金' }))
    expect(await screen.findByText(/可能已经领取。请再点一次/)).toBeVisible()
    expect(screen.getByRole('button', { name: '开红包：天天存款红包' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: '领取：体育连胜彩金' }))
    await waitFor(() => expect(keysSent()).toHaveLength(2))
    expect(new Set(keysSent()).size).toBe(1)
  })

  it('PROMO-13 that is refused says why, and the next try is a new one', async () => {
    server.reply({ [claimPath]: { IsSuc: false, ErrorMessage: '您的账户暂不能参加优惠，请联系客服' } })
    discount()
    await userEvent.click(await screen.findByRole('button', { name: '领取：体育连胜彩金' }))
    await waitFor(() =>
      expect(said).toHaveBeenCalledWith('error', '您的账户暂不能参加优惠，请联系客服', { duration: 3000 }),
    )
    await userEvent.click(screen.getByRole('button', { name: '领取：体育连胜彩金' }))
    await waitFor(() => expect(new Set(keysSent()).size).toBe(2))
  })
})

describe('PROMO-03 red packets', () => {
  const open = async () => {
    discount()
    await userEvent.click(await screen.findByRole('button', { name: '开红包：天天存款红包' }))
    return within(await screen.findByRole('dialog', { name: '天天存款红包' }))
  }

  it('tell the odds before anything is drawn', async () => {
    const dialog = await open()
    expect(dialog.getByText('您有 3 个红包，一次全部打开')).toBeVisible()
    const rows = within(dialog.getByRole('table', { name: '红包金额与中奖概率' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['单个红包概率', '¥1.8899.5%', '¥8,888.000.5%'])
    expect(server.callsTo(claimPath)).toHaveLength(0)
  })

  it('tell the odds on the card too', async () => {
    discount()
    await userEvent.click(await screen.findByRole('button', { name: '红包金额与中奖概率：天天存款红包' }))
    expect(within(await screen.findByRole('dialog')).getByText('0.5%')).toBeVisible()
  })

  it('are opened once by a double click: the sum, each packet, and where the money is', async () => {
    server.reply({
      [claimPath]: { Data: { Amount: 112.64, Packets: [1.88, 108.88, 1.88] }, ResultMessage: '已转入中心钱包' },
    })
    const dialog = await open()
    await userEvent.dblClick(dialog.getByRole('button', { name: '开红包' }))
    expect(await dialog.findByText('¥112.64')).toBeVisible()
    const each = within(dialog.getByRole('list', { name: '每个红包的金额' })).getAllByRole('listitem')
    expect(each.map(({ textContent }) => textContent)).toEqual(['第 1 个¥1.88', '第 2 个¥108.88', '第 3 个¥1.88'])
    expect(dialog.getByText('已转入中心钱包')).toBeVisible()
    expect(dialog.queryByRole('button', { name: '开红包' })).toBeNull()
    expect(server.callsTo(claimPath)).toHaveLength(1)
    // The dialog says it all; a message over it would hide what was drawn.
    expect(said).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: '收下' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that wait for a person say so, not that the money is there', async () => {
    server.reply({
      [claimPath]: { Data: { Amount: 8888, Packets: [8888] }, ResultMessage: '奖金需人工审核，通过后自动到账' },
    })
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: '开红包' }))
    expect(await dialog.findByText('奖金需人工审核，通过后自动到账')).toBeVisible()
    expect(dialog.queryByText(/已转入/)).toBeNull()
  })

  it('of which nothing was heard are asked for again with the same key', async () => {
    server.reply({ [claimPath]: [503, { IsSuc: false, Message: '服务暂时不可用' }] })
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: '开红包' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('同一份奖励不会领取两次')
    server.reply({ [claimPath]: { Data: { Amount: 1.88, Packets: [1.88] }, ResultMessage: '已转入中心钱包' } })
    await userEvent.click(dialog.getByRole('button', { name: '开红包' }))
    expect(await dialog.findByText('¥1.88')).toBeVisible()
    expect(new Set(keysSent()).size).toBe(1)
    expect(keysSent()).toHaveLength(2)
  })
})

describe('an award that waits for the player', () => {
  const line = '请在30天内填写真实姓名并绑定本人银行卡，加赠随后自动派发到中心钱包。'

  it('has one word on card and record, and both say what to do and lead there', async () => {
    server.reply({
      [claimsPath]: {
        Data: [claim(39, 'first_bonus', '首存加赠 2%', 2, '待完善资料', { Amount: 20, Reason: line, Act: true })],
      },
      [awardsPath]: awards([award('首存加赠 2%', { Status: 0, StatusText: '待完善资料', Remark: line, Act: true })]),
    })
    show(<DiscountPage />, '/Discount')
    const shown = within(await screen.findByRole('article'))
    expect(shown.getByText('待完善资料')).toBeVisible()
    expect(shown.queryByText('已领取')).toBeNull()
    expect(shown.getByText(line)).toBeVisible()
    expect(shown.getByRole('link', { name: '去完善资料：首存加赠 2%' })).toHaveAttribute('href', '#/BaseInfo/bank')
    const table = within(await screen.findByRole('table', { name: '领取记录' }))
    expect(table.getByText('待完善资料')).toBeVisible()
    expect(table.getByRole('link', { name: '去完善资料' })).toHaveAttribute('href', '#/BaseInfo/bank')
  })
})

describe('the award records', () => {
  it('name each award, what it came to, what has to be bet and where it stands', async () => {
    server.reply({
      [claimsPath]: { Data: [] },
      [awardsPath]: awards([
        award('每日存款加赠 4%'),
        award('棋牌每周返水', { Amount: 12.35, Turnover: 0, Remark: '' }),
        award('天天存款红包', { Amount: 1888, Turnover: 1888, Status: 0, StatusText: '审核中' }),
      ]),
    })
    show(<DiscountPage />, '/Discount')
    const rows = within(await screen.findByRole('table', { name: '领取记录' })).getAllByRole('row')
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['2026-03-31 10:20:33', '每日存款加赠 4%', 'B1', '¥20.00', '¥20.00', '已到账', '存款 500.00 元'],
      ['2026-03-31 10:20:33', '棋牌每周返水', 'B1', '¥12.35', '无', '已到账', '-'],
      ['2026-03-31 10:20:33', '天天存款红包', 'B1', '¥1,888.00', '¥1,888.00', '审核中', '存款 500.00 元'],
    ])
  })

  it('are turned page by page', async () => {
    server.reply({ [claimsPath]: { Data: [] }, [awardsPath]: awards([award('x')], 24, 2) })
    show(<DiscountPage />, '/Discount')
    await userEvent.click(await screen.findByRole('button', { name: '下一页' }))
    await waitFor(() => expect(server.callsTo(awardsPath).at(-1)?.form.get('PageIndex')).toBe('2'))
    expect(screen.getByText('共 24 项')).toBeVisible()
  })
})

describe('on the promotions’ own pages', () => {
  const row = (Id: number, Name: string) => ({
    Id,
    Name,
    PromotionName: Name,
    StartDate: '2026-03-01',
    EndDate: '2027-10-21',
    PcPic: '/art/promo-red-packets.svg',
    UrlPc: `/promotion/${Id}`,
    Url: `/promotion/${Id}?form=h5`,
  })
  const pages = (
    <Routes>
      <Route path="/Activity" element={<PromoListPage />} />
      <Route path="/Activity/:id" element={<PromoDetailPage />} />
    </Routes>
  )
  const rows = { Data: [row(34, '天天存款红包'), row(35, '棋牌每日红包'), row(50, '线下活动')] }

  it('the list marks what can be claimed, and leads to it', async () => {
    server.reply({ [activityPath]: rows, [claimsPath]: { Data: all } })
    show(pages, '/Activity')
    const mark = await screen.findByText('可领取')
    expect(mark.closest('article')).toHaveTextContent('天天存款红包')
    expect(screen.getAllByText('可领取')).toHaveLength(1)
    expect(screen.getByRole('link', { name: /您有 2 项优惠可以领取/ })).toHaveAttribute('href', '#/Discount')
  })

  it('ACC-15 a visitor sees the promotions without states, and nobody asks for any', async () => {
    localStorage.clear()
    server.reply({ [activityPath]: rows, [claimsPath]: { Data: all } })
    const { unmount } = show(pages, '/Activity')
    expect(await screen.findAllByRole('article')).toHaveLength(3)
    expect(screen.queryByText(/可领取|可以领取/)).toBeNull()
    unmount()
    show(pages, '/Activity/34')
    expect(await screen.findByRole('link', { name: '登录后查看我的进度' })).toHaveAttribute(
      'href',
      '#/Login?to=%2FActivity%2F34',
    )
    expect(server.callsTo(claimsPath)).toHaveLength(0)
  })

  it.each(['', 'h5'])('the details stand beside the player’s own state and claim %s', async (form) => {
    document.documentElement.dataset.form = form
    server.reply({ [activityPath]: rows, [claimsPath]: { Data: all } })
    show(pages, '/Activity/34')
    const own = within(await screen.findByRole('region', { name: '我的进度' }))
    expect(own.getByText('可领取')).toBeVisible()
    expect(own.getByText('3 次抽取机会')).toBeVisible()
    await userEvent.click(own.getByRole('button', { name: '开红包：天天存款红包' }))
    expect(await screen.findByRole('dialog', { name: '天天存款红包' })).toBeVisible()
  })

  it('say nothing of a state where the house has no rule', async () => {
    server.reply({ [activityPath]: rows, [claimsPath]: { Data: all } })
    show(pages, '/Activity/50')
    await waitFor(() => expect(server.callsTo(claimsPath)).toHaveLength(1))
    expect(await screen.findByRole('heading', { name: '线下活动' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: '我的进度' })).toBeNull())
  })
})
