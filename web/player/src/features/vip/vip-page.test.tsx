import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { bandOf } from './emblem-shapes'
import { rowsFrom } from './level-table'
import { runTime } from './run-time'
import { shortYuan } from './short-yuan'
import { zhCN } from './text/zh-cn'
import VipPage from './vip-page'

const said = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const levelPath = '/v1/Select/PlayerBetVipLevel'
const programmesPath = '/v1/Select/VipProgrammes'
const awardsPath = '/v1/Select/VipAwards'

/** Odd figures, so that none of them can stand in the page's own texts. */
const weekly = (first: number, count = 50) => {
  let sum = 0
  return Array.from({ length: count }, (_, at) => {
    const Bonus = 11 + at * 7
    sum += Bonus
    return { Level: at + 1, ValidBet: first * (at + 1) ** 2, Bonus, Weekly: 1.5 * (at + 1), Cumulative: sum }
  })
}
const monthly = weekly(200_000, 30).map(({ Weekly, ...row }) => ({ ...row, Monthly: Weekly * 4 }))

const track = (Track: string, Name: string, Level: number, first: number, more: object = {}) => ({
  Track,
  Name,
  Enabled: true,
  Level,
  ValidBet: 500_000.5,
  WeeklyCap: 77_000,
  NextRun: '2026-11-23 23:00:00',
  Levels: weekly(first),
  Venues: [
    { Name: '鸿运棋院', ValidBet: 400_000 },
    { Name: '聚宝电子', ValidBet: 100_000.5 },
  ],
  ...more,
})

const card = track('Card', '棋牌电子', 4, 30_000)
const sport = track('Sport', '体育电竞', 0, 20_000, { ValidBet: 0, Venues: [] })
const live = track('Live', '真人彩票', 50, 25_000, { ValidBet: 99_000_000 })
const month = { Enabled: true, Level: 1, ValidBet: 500_000.5, NextRun: '2026-12-01 22:00:00', Levels: monthly }
const programmes = (Tracks: object[] = [card, sport, live], Monthly: object = month) => ({
  Data: { Tracks, Monthly, Start: '2026-06-01 00:00:00' },
})

const levels = {
  CurrentCardBetVipLevel: 4,
  NextCardLevelBonus: 39,
  CurrentCardLevelFund: 6,
  NextCardLevelBetAmount: 750_000,
  CurrentSportBetVipLevel: 0,
  NextSportLevelBonus: 11,
  CurrentSportLevelFund: 0,
  NextSportLevelBetAmount: 20_000,
  CurrentLiveBetVipLevel: 50,
  NextLiveLevelBonus: 0,
  CurrentLiveLevelFund: 75,
  NextLiveLevelBetAmount: 0,
}

const page = (at = '/Vip', list: object = programmes()) => {
  server.reply({ [levelPath]: levels, [programmesPath]: list })
  return show(<VipPage />, at)
}

const tabs = () => within(screen.getByRole('group', { name: '晋级路线' })).getAllByRole('button')
const plan = (name: string) => screen.getByRole('button', { name })
const table = () => within(screen.getByRole('table', { name: '等级一览' }))
/** The rows without the headings, each as its cells' words. */
const rows = () =>
  table()
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const standing = (name: string) => within(screen.getByRole('region', { name }))
const figure = (name: string, label: string) => standing(name).getByText(label).nextElementSibling?.textContent
const rules = () => within(screen.getByRole('heading', { name: '规则说明' }).closest('section') as HTMLElement)

beforeEach(() => {
  said.mockClear()
  logIn()
})
afterEach(() => {
  delete document.documentElement.dataset.form
})

describe('VIP-01 the tracks', () => {
  it('are three tabs, of which the first is shown: level, what it pays, what the next one pays and asks for', async () => {
    page()
    expect(await screen.findByRole('region', { name: '棋牌电子' })).toBeVisible()
    expect(tabs().map((tab) => [tab.getAttribute('aria-label'), tab.getAttribute('aria-pressed')])).toEqual([
      ['棋牌电子 VIP4', 'true'],
      ['体育电竞 VIP0', 'false'],
      ['真人彩票 VIP50', 'false'],
    ])
    const own = standing('棋牌电子')
    expect(own.getByText('VIP4')).toBeVisible()
    expect(figure('棋牌电子', '下一级晋级礼金')).toBe('C$39.00')
    expect(figure('棋牌电子', '当前每周固定收入')).toBe('C$6.00')
    expect(figure('棋牌电子', '累计晋级礼金')).toBe('C$86.00')
    expect(figure('棋牌电子', '每周固定收入上限')).toBe('C$77,000.00')
    const bar = own.getByRole('progressbar', { name: '棋牌电子的晋级进度' })
    expect(bar).toHaveAttribute('aria-valuenow', '66')
    expect(own.getByText('¥500,000.50 / ¥750,000')).toBeVisible()
    expect(own.getByText('还需有效投注 ¥249,999.50，升至 VIP5')).toBeVisible()
    expect(own.getByText(/2026-11-23 23:00:00/)).toHaveTextContent('下次结算（GMT+8）')
  })

  it('the card index in the address chooses one, and a tab writes it there', async () => {
    page('/Vip?card=2')
    expect(await screen.findByRole('region', { name: '真人彩票' })).toBeVisible()
    for (const [index, name] of ['棋牌电子', '体育电竞', '真人彩票'].entries()) {
      await userEvent.click(tabs()[index] as HTMLElement)
      expect(await screen.findByRole('region', { name })).toBeVisible()
      expect(window.location.hash).toContain(`card=${index}`)
      expect(tabs().map((tab) => tab.getAttribute('aria-pressed'))).toEqual([0, 1, 2].map((at) => String(at === index)))
    }
  })

  it.each(['card=3', 'card=-1', 'card=x', 'card='])('an index that is none shows the first: %s', async (query) => {
    page(`/Vip?${query}`)
    expect(await screen.findByRole('region', { name: '棋牌电子' })).toBeVisible()
  })

  it('without a level the first one is what comes next, and at the last one nothing does', async () => {
    page('/Vip?card=1')
    await screen.findByRole('region', { name: '体育电竞' })
    expect(standing('体育电竞').getByText('VIP0')).toBeVisible()
    expect(standing('体育电竞').getByText('还需有效投注 ¥20,000，升至 VIP1')).toBeVisible()
    expect(figure('体育电竞', '累计晋级礼金')).toBe('C$0.00')
    await userEvent.click(tabs()[2] as HTMLElement)
    expect(await standing('真人彩票').findByText('已是最高等级')).toBeVisible()
    expect(figure('真人彩票', '下一级晋级礼金')).toBe('—')
    expect(standing('真人彩票').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  })

  it('what was reached since the last run is not yet the level, and the page says when it will be', async () => {
    page('/Vip', programmes([{ ...card, ValidBet: 1_100_000 }]))
    expect(await screen.findByText('已达到 VIP6 的要求，下次结算时晋级')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  })
})

describe('VIP-01 the table', () => {
  it('shows five rows from the level on, and all fifty when asked; each track has its own toggle', async () => {
    page()
    await screen.findByRole('region', { name: '棋牌电子' })
    expect(rows()).toEqual([
      ['VIP4当前', '480,000', '32', '6', '86'],
      ['VIP5', '750,000', '39', '7.50', '125'],
      ['VIP6', '1,080,000', '46', '9', '171'],
      ['VIP7', '1,470,000', '53', '10.50', '224'],
      ['VIP8', '1,920,000', '60', '12', '284'],
    ])
    const more = () => screen.getByRole('button', { name: '展开全部 50 级' })
    expect(more()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(more())
    expect(rows()).toHaveLength(50)
    expect(rows()[49]).toEqual(['VIP50', '75,000,000', '354', '75', '9,125'])
    expect(screen.getByRole('button', { name: '收起' })).toHaveAttribute('aria-expanded', 'true')

    await userEvent.click(tabs()[1] as HTMLElement)
    expect(rows()).toHaveLength(5)
    expect(more()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(tabs()[0] as HTMLElement)
    expect(rows()).toHaveLength(50)
    await userEvent.click(screen.getByRole('button', { name: '收起' }))
    expect(rows()).toHaveLength(5)
  })

  it('starts with the first level before one is reached, and ends with the last five', () => {
    const all = weekly(1).map(({ Level }) => ({ level: Level, betFen: 0, bonusFen: 0, incomeFen: 0, sumFen: 0 }))
    const at = (level: number) => rowsFrom(all, level).map((row) => row.level)
    expect(at(0)).toEqual([1, 2, 3, 4, 5])
    expect(at(1)).toEqual([1, 2, 3, 4, 5])
    expect(at(46)).toEqual([46, 47, 48, 49, 50])
    expect(at(50)).toEqual([46, 47, 48, 49, 50])
    expect(rowsFrom(all.slice(0, 3), 3)).toHaveLength(3)
  })

  it('has no toggle where there is no more to show', async () => {
    page('/Vip', programmes([{ ...card, Level: 1, Levels: weekly(30_000, 5) }]))
    await screen.findByRole('region', { name: '棋牌电子' })
    expect(rows()).toHaveLength(5)
    expect(screen.queryByRole('button', { name: /展开全部/ })).toBeNull()
  })

  it('marks the row of the level', async () => {
    page()
    await screen.findByRole('region', { name: '棋牌电子' })
    const marked = table()
      .getAllByRole('row')
      .filter((row) => row.getAttribute('aria-current') === 'true')
    expect(marked.map((row) => row.querySelector('th')?.textContent)).toEqual(['VIP4当前'])
  })

  it('on a phone large valid bets are said in 万 and 亿, never rounded', async () => {
    document.documentElement.dataset.form = 'h5'
    page()
    await screen.findByRole('region', { name: '棋牌电子' })
    expect(rows()[0]?.[1]).toBe('48万')
    expect(rows()[2]?.[1]).toBe('108万')
    expect(
      [3_000_000, 80_000_000, 100_000_000_000, 12_345_00, 15_050_000_000].map((fen) => shortYuan(fen, zhCN.large)),
    ).toEqual(['3万', '80万', '10亿', '12,345', '15050万'])
  })
})

describe('VIP-01 how the level came about', () => {
  it('names the venues with their valid bets, the sum, and from when they count', async () => {
    page()
    const part = within(
      (await screen.findByRole('heading', { name: '我的等级从何而来' })).closest('section') as HTMLElement,
    )
    expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '鸿运棋院¥400,000.00',
      '聚宝电子¥100,000.50',
    ])
    expect(part.getByText('合计').nextElementSibling).toHaveTextContent('¥500,000.50')
    expect(part.getByText(/自 2026-06-01 00:00:00 起/)).toBeVisible()
  })

  it('says so where nothing counts yet', async () => {
    page('/Vip?card=1')
    expect(await screen.findByText('还没有计入的有效投注')).toBeVisible()
  })
})

describe('VIP-01 the rules', () => {
  it('have the figures that are in force, of each track its own', async () => {
    page()
    await screen.findByRole('region', { name: '棋牌电子' })
    for (const line of [
      /「棋牌电子」只计算本路线场馆的有效投注/,
      /自 2026-06-01 00:00:00（GMT\+8）起累计/,
      /星期一 23:00（GMT\+8）更新等级/,
      /没有流水要求，每周最高 C\$77,000\.00/,
      /自动发到优惠基金，以 C\$ 计/,
      /同一地址、邮箱、手机、支付方式或 IP，只有一个账户/,
      /冻结或取消 VIP 收入.*提供证明文件/,
    ]) {
      expect(rules().getByText(line)).toBeVisible()
    }
  })

  it('D-11 follow the day of the run: Tuesday is said where it runs on Tuesday', async () => {
    page('/Vip', programmes([{ ...card, NextRun: '2026-11-24 22:30:00', WeeklyCap: 250_000 }]))
    await screen.findByRole('region', { name: '棋牌电子' })
    expect(rules().getByText(/星期二 22:30（GMT\+8）/)).toBeVisible()
    expect(rules().getByText(/每周最高 C\$250,000\.00/)).toBeVisible()
    expect(rules().queryByText(/星期一/)).toBeNull()
  })

  it('no figure of a programme stands in the page’s own texts', () => {
    const own = JSON.stringify(zhCN).replaceAll(/VIP|GMT\+8/g, '')
    expect(own).not.toMatch(/\d/)
  })
})

describe('VIP-04 the monthly programme', () => {
  it('is the second tab row’s: thirty levels, its own figures, no track', async () => {
    page()
    await screen.findByRole('region', { name: '棋牌电子' })
    await userEvent.click(plan('月度VIP'))
    expect(await screen.findByRole('region', { name: '月度VIP' })).toBeVisible()
    expect(window.location.hash).toContain('plan=monthly')
    expect(screen.queryByRole('group', { name: '晋级路线' })).toBeNull()
    expect(figure('月度VIP', '下一级晋级礼金')).toBe('C$18.00')
    expect(figure('月度VIP', '当前每月固定收入')).toBe('C$6.00')
    expect(figure('月度VIP', '最高每月固定收入')).toBe('C$180.00')
    expect(standing('月度VIP').getByText('¥500,000.50 / ¥800,000')).toBeVisible()
    expect(table().getByRole('columnheader', { name: '每月收入' })).toBeVisible()
    expect(rows()[0]).toEqual(['VIP1当前', '200,000', '11', '6', '11'])
    expect(rows()).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: '展开全部 30 级' }))
    expect(rows()).toHaveLength(30)
    expect(rules().getByText(/1 日 22:00（GMT\+8）更新等级并发放礼金/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: '我的等级从何而来' })).toBeNull()
  })

  it('opens by its address, and the weekly one comes back to the track it left', async () => {
    page('/Vip?plan=monthly&card=1')
    await screen.findByRole('region', { name: '月度VIP' })
    await userEvent.click(plan('每周VIP'))
    expect(await screen.findByRole('region', { name: '体育电竞' })).toBeVisible()
  })
})

describe('D-11 what is switched off is not shown', () => {
  const off = { Enabled: false }

  it('the monthly programme: no row of programmes, and its address shows the weekly one', async () => {
    page('/Vip?plan=monthly', programmes(undefined, { ...month, ...off }))
    expect(await screen.findByRole('region', { name: '棋牌电子' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'VIP 计划' })).toBeNull()
    expect(screen.queryByText('月度VIP')).toBeNull()
  })

  it('a track: two tabs, and its index shows the first of them', async () => {
    page('/Vip?card=0', programmes([{ ...card, ...off }, sport, live]))
    expect(await screen.findByRole('region', { name: '体育电竞' })).toBeVisible()
    expect(tabs()).toHaveLength(2)
    await userEvent.click(tabs()[1] as HTMLElement)
    expect(window.location.hash).toContain('card=2')
    expect(screen.queryByText('棋牌电子')).toBeNull()
  })

  it('all tracks: the monthly programme alone', async () => {
    page('/Vip', programmes([card, sport, live].map((one) => ({ ...one, ...off }))))
    expect(await screen.findByRole('region', { name: '月度VIP' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'VIP 计划' })).toBeNull()
  })

  it('everything: it says so, and what was paid stays readable', async () => {
    server.reply({ [awardsPath]: awards([award()]) })
    page('/Vip', programmes([], { ...month, ...off }))
    expect(await screen.findByText('VIP 计划暂未开放')).toBeVisible()
    expect(await screen.findByText('VIP 棋牌电子 第4级晋级礼金（2026-11-15 止）')).toBeVisible()
  })
})

const award = (more: object = {}) => ({
  CreateTime: '2026-11-16 23:00:07',
  Programme: 'Track',
  Track: 'Card',
  Level: 4,
  Kind: 'bonus',
  KindText: '晋级礼金',
  Amount: 32,
  Status: 'paid',
  StatusText: '已发放',
  Remark: 'VIP 棋牌电子 第4级晋级礼金（2026-11-15 止）',
  OrderSn: 'V1',
  ...more,
})
const awards = (Items: object[], more: object = {}) => ({
  Data: { Items, RowCount: Items.length, PageCount: 1, PageIndex: 1, ...more },
})

describe('VIP-03 what was paid', () => {
  it('stands there line by line, with what is held back', async () => {
    server.reply({
      [awardsPath]: awards([
        award(),
        award({
          Programme: 'Monthly',
          Track: '',
          Kind: 'income',
          KindText: '每月固定收入',
          Amount: 1234.5,
          Status: 'withheld',
          StatusText: '核查中',
          Remark: '',
        }),
      ]),
    })
    page()
    const list = within(await screen.findByRole('table', { name: '派发记录' }))
    const lines = list
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(lines).toEqual([
      ['VIP 棋牌电子 第4级晋级礼金（2026-11-15 止）', 'V1', 'VIP4', 'C$32.00', '已发放', '2026-11-16 23:00:07'],
      ['月度VIP · 每月固定收入', 'V1', 'VIP4', 'C$1,234.50', '核查中', '2026-11-16 23:00:07'],
    ])
    expect(screen.getByRole('link', { name: '前往优惠基金' })).toHaveAttribute('href', '#/ConcessionaryFund')
  })

  it('is read page by page, and the page lives in the address beside the tab', async () => {
    server.reply({
      [awardsPath]: (form) =>
        awards([award({ Amount: Number(form.get('PageIndex')) })], {
          RowCount: 41,
          PageCount: 3,
          PageIndex: Number(form.get('PageIndex')),
        }),
    })
    page('/Vip?card=1')
    expect(await screen.findByText('共 41 项')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '下一页' }))
    expect(await within(screen.getByRole('table', { name: '派发记录' })).findByText('2.00')).toBeVisible()
    expect(window.location.hash).toBe('#/Vip?card=1&page=2')
    expect(server.callsTo(awardsPath).map(({ form }) => Object.fromEntries(form))).toEqual([
      { PageIndex: '1' },
      { PageIndex: '2' },
    ])
    await userEvent.click(tabs()[2] as HTMLElement)
    expect(window.location.hash).toContain('page=2')
  })

  it('says so where there is nothing yet', async () => {
    server.reply({ [awardsPath]: awards([]) })
    page()
    expect(await screen.findByText('还没有派发记录')).toBeVisible()
  })
})

describe('VIP-01 reads that fail', () => {
  it('the server’s sentence is a message; the page keeps a retry, the records their own', async () => {
    server.reply({
      [levelPath]: { IsSuc: false, ResultMessage: '等级暂时无法查询', ErrorMessage: '' },
      [programmesPath]: programmes(),
      [awardsPath]: { IsSuc: false, ErrorMessage: '记录暂时无法查询' },
    })
    show(<VipPage />, '/Vip')
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '等级暂时无法查询'))
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '记录暂时无法查询'))
    const again = await screen.findAllByRole('button', { name: '重试' })
    expect(again).toHaveLength(2)
    server.reply({ [levelPath]: levels, [awardsPath]: awards([award()]) })
    await userEvent.click(again[1] as HTMLElement)
    expect(await screen.findByText('VIP 棋牌电子 第4级晋级礼金（2026-11-15 止）')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('region', { name: '棋牌电子' })).toBeVisible()
  })

  it('while it is read the place of everything is kept', async () => {
    let answer = (_: object) => {}
    const later = new Promise<object>((done) => {
      answer = done
    })
    server.reply({ [levelPath]: levels, [programmesPath]: () => later })
    show(<VipPage />, '/Vip')
    expect((await screen.findAllByRole('status', { name: '加载中' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('table')).toBeNull()
    answer(programmes())
    expect(await screen.findByRole('table', { name: '等级一览' })).toBeVisible()
  })
})

it('D-24 the page’s level is the highest of the tracks', async () => {
  page()
  await screen.findByRole('region', { name: '棋牌电子' })
  expect(screen.getByText('我的等级').nextElementSibling).toHaveTextContent('VIP50')
})

it('ten emblems for fifty levels and for thirty, and one before the first level', () => {
  const bands = (count: number) => Array.from({ length: count + 1 }, (_, level) => bandOf(level, count))
  expect(bands(50).slice(0, 12)).toEqual([0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3])
  expect(new Set(bands(50)).size).toBe(11)
  expect(new Set(bands(30)).size).toBe(11)
  expect(bands(30).slice(0, 5)).toEqual([0, 1, 1, 1, 2])
  expect(bandOf(50, 50)).toBe(10)
  expect(bandOf(60, 50)).toBe(10)
})

it('a time without a form makes no rule', () => {
  expect(runTime('')).toBeUndefined()
  expect(runTime('2026-11-22 23:00:00')).toEqual({ weekday: 0, date: 22, clock: '23:00' })
})
