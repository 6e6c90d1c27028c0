import { periodDays } from '@shared/days'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { WinLoss } from '../../ui/money'
import BetDaysPage from './bet-days-page'
import BetLinesPage from './bet-lines-page'
import BetVenuesPage from './bet-venues-page'

const server = fakeServer()
beforeEach(logIn)
const sums = { ValidAmountSum: 300, BetWinAmountSum: -50, QuantitySum: 7, PageCount: 1, RowCount: 2 }
const row = (Quantity: number, ValidAmount: number, BetWinAmount: number) => ({ Quantity, ValidAmount, BetWinAmount })
const byDay = '/v1/Select/GetBetRecordMemberByDay'

describe('REC-03 bets by day', () => {
  const days = {
    Data: {
      ...sums,
      BetRecordMemberByDayDataItems: [
        { BetTime: '2026-03-02 00:00:00', ...row(4, 200, -80) },
        { BetTime: '2026-03-01 00:00:00', ...row(3, 100, 30) },
      ],
    },
  }

  it('each row has its number, day, count, valid bet, win or loss, and leads to the venues of the day', async () => {
    server.reply({ [byDay]: days })
    show(<BetDaysPage />, '/BetRecord')
    const first = (await screen.findByRole('link', { name: '查看 2026-03-02 明细' })).closest('tr') as HTMLElement
    expect(within(first).getAllByRole('cell').concat(within(first).queryAllByRole('rowheader'))).toHaveLength(6)
    expect(first).toHaveTextContent('12026-03-024¥200.00-¥80.00查看')
    expect(within(first).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/datetime=2026-03-02/i))
    expect(screen.getByText('有效投注合计').parentElement).toHaveTextContent('¥300.00')
    expect(screen.getByText('输赢合计').parentElement).toHaveTextContent('-¥50.00')
    expect(screen.getByText('笔数合计').parentElement).toHaveTextContent('7')
  })

  it('a period fills both dates, which cannot be changed, and is asked for by its code', async () => {
    server.reply({ [byDay]: days })
    show(<BetDaysPage />, '/BetRecord')
    const picker = screen.getByLabelText('时间范围')
    expect(
      within(picker)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['本月', '本周', '上月', '上周', '全部'])
    await userEvent.selectOptions(picker, '上周')
    const span = periodDays('lastWeek')
    expect(screen.getByLabelText('开始日期')).toBeDisabled()
    expect(screen.getByLabelText('开始日期')).toHaveValue(span.start)
    expect(screen.getByLabelText('结束日期')).toBeDisabled()
    expect(screen.getByLabelText('结束日期')).toHaveValue(span.end)
    await userEvent.click(screen.getByRole('button', { name: '查询' }))
    const asked = server.callsTo(byDay).map(({ form }) => [form.get('PageIndex'), form.get('TimeType')])
    expect(asked.slice(-2)).toEqual([
      ['1', '1'],
      ['1', '4'],
    ])
  })
})

describe('H-516 the venues with open stakes are above the days', () => {
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
  const of = (...VenueAmount: object[]) => ({
    SumAmount: 1000,
    Balance: 500,
    LockBalance: 0,
    TransitBalance: 0,
    VenueAmount,
    IsAuTransfer: 0,
  })
  const ask = '/v1/Do/CallPlatformBalancesAction'
  const books = of(venue('41', '天枢电竞', 300), venue('2', '听涛阁', 150), venue('26', '鸿运棋院', 50))

  it('each with its sum and the ways into it, beside the red note', async () => {
    server.reply({
      '/v1/Select/PlayerBalance': books,
      '/v1/PubInterface/VenueItems': {
        Data: ['41', '2', '26'].map((PlatformCode) => ({
          ...venue(PlatformCode, '', 0),
          EndTime: '',
          MoneyStopped: false,
        })),
      },
      [ask]: {
        Data: [
          venue('41', '天枢电竞', 290),
          venue('2', '听涛阁', 149.5),
          // A venue that did not answer is unknown, whatever balance it last had.
          venue('26', '鸿运棋院', 0, { Stale: true }),
        ],
      },
    })
    show(<BetDaysPage />, '/BetRecord')
    const block = await screen.findByRole('region', { name: '未结算' })
    expect(within(block).getByText('未结算注单请在游戏内查看')).toHaveClass('text-loss')
    const rows = within(block).getAllByRole('listitem')
    expect(rows.map((row) => row.firstChild?.textContent)).toEqual(['天枢电竞 约 ¥10.00', '听涛阁 约 ¥0.50'])
    const [esport] = await within(rows[0] as HTMLElement).findAllByRole('link')
    expect(esport).toHaveAttribute('href', expect.stringMatching(/platformId=41/))
    expect(within(rows[1] as HTMLElement).getAllByRole('link')).toHaveLength(2)
  })

  it('nothing is there without open stakes', async () => {
    server.reply({ '/v1/Select/PlayerBalance': books, [ask]: { Data: [venue('41', '天枢电竞', 320)] } })
    show(<BetDaysPage />, '/BetRecord')
    await waitFor(() => expect(server.callsTo(ask)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: '未结算' })).toBeNull()
  })
})

it('REC-04 a day by venue: columns, the way to its bets, and back', async () => {
  server.reply({
    '/v1/Select/GetBetRecordPlatform': {
      Data: {
        ...sums,
        BetRecordPlatformDataItems: [{ GameType: '26', GameTypeName: '鸿运棋院', ...row(4, 200, -80) }],
      },
    },
  })
  show(<BetVenuesPage />, '/BetRecordPlatform?datetime=2026-03-02')
  const lines = await screen.findByRole('link', { name: /明细$/ })
  expect(lines.closest('tr')).toHaveTextContent('鸿运棋院4¥200.00-¥80.00')
  expect(lines).toHaveAttribute('href', expect.stringMatching(/GameType=26/))
  expect(screen.getByRole('link', { name: '返回' })).toHaveAttribute('href', '#/BetRecord')
  expect(server.callsTo('/v1/Select/GetBetRecordPlatform')[0]?.form.get('DateTime')).toBe('2026-03-02')
})

it('REC-04 bet by bet: a red note on unsettled bets, and the way back to the day', async () => {
  show(<BetLinesPage />, '/BetRecordDetail?DateTime=2026-03-02&GameType=26')
  expect(await screen.findByText('未结算注单请在游戏内查看')).toHaveClass('text-loss')
  expect(screen.getByRole('link', { name: '返回' })).toHaveAttribute('href', expect.stringMatching(/2026-03-02/))
  const asked = server.callsTo('/v1/Select/GetBetRecordDetail')[0]?.form
  expect([asked?.get('DateTime'), asked?.get('GameType')]).toEqual(['2026-03-02', '26'])
})

it('REC-04 bet by bet: each row has its fields, and the sums of the day stand above', async () => {
  const line = { BetTime: '2026-03-02 11:30:00', PlatformCnName: '鸿运棋院', GameName: '抢庄牛牛', BetAmount: 100 }
  server.reply({
    '/v1/Select/GetBetRecordDetail': {
      Data: {
        BetRecordDataItems: [{ ...line, ValidAmount: 60, BetWinAmount: -60, BetOrdersn: 'W-7', Status: 'settled' }],
        BetAmountSum: 100,
        ...sums,
        BetTime: '2026-03-02',
      },
    },
  })
  show(<BetLinesPage />, '/BetRecordDetail?DateTime=2026-03-02&GameType=26')
  const row = (await screen.findByRole('button', { name: '查看注单 W-7 详情' })).closest('tr') as HTMLElement
  for (const field of ['2026-03-02 11:30:00', '鸿运棋院', '抢庄牛牛', '¥100.00', '-¥60.00', 'W-7'])
    expect(row).toHaveTextContent(field)
  expect(screen.getByText('有效投注合计').parentElement).toHaveTextContent('¥300.00')
  expect(screen.getByText('输赢合计').parentElement).toHaveTextContent('-¥50.00')
})

it('H-517 a row tells what the bet was on and what came, and all of it opens the sheet', async () => {
  const line = { BetTime: '2026-03-02 11:30:00', PlatformCnName: '鸿运棋院', GameName: '百家乐', BetAmount: 10 }
  const more = { ValidAmount: 10, BetWinAmount: 9.5, BetOrdersn: 'W-7', Status: 'settled' }
  server.reply({
    '/v1/Select/GetBetRecordDetail': {
      Data: {
        BetRecordDataItems: [{ ...line, ...more, Pick: '庄 1:0.95', Outcome: '庄赢 · 庄 9 点 ♥4 ♣5' }],
        BetAmountSum: 10,
        ...sums,
        BetTime: '2026-03-02',
      },
    },
  })
  show(<BetLinesPage />, '/BetRecordDetail?DateTime=2026-03-02&GameType=26')
  const open = await screen.findByRole('button', { name: '查看注单 W-7 详情' })
  const row = open.closest('tr') as HTMLElement
  expect(row).toHaveTextContent('庄 1:0.95 → 庄赢 · 庄 9 点 ♥4 ♣5')
  expect(within(row).getByText('♥4')).toHaveClass('text-loss')
  expect(row).toHaveClass('relative')
  expect(open).toHaveClass('after:absolute', 'after:inset-0')
  open.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: '注单详情' })).toBeVisible()
})

describe('REC-04 a bet opens a sheet', () => {
  const line = {
    BetTime: '2026-03-02 11:30:00',
    PlatformCnName: 'IM 体育',
    GameName: '足球',
    BetAmount: 100,
    ValidAmount: 60,
    BetWinAmount: -60,
    BetOrdersn: 'W-7',
    Status: 'settled',
    Pick: '串关 2 项',
    Outcome: '',
  }
  const detail = {
    ...line,
    SettledTime: '2026-03-02 13:20:00',
    ValidRule: '取投注额与输赢绝对值中较小的一个',
    Odds: '3.80',
    OddsType: 'EURO',
    Parlay: true,
    CashedOut: true,
    Round: '',
    GameInfoId: 430012,
    RoundTable: '',
    RoundPlay: '',
    RoundOutcome: '',
    Legs: [
      {
        League: '云海联赛',
        Event: '青龙 对 铁鹰',
        Market: '独赢',
        Pick: '青龙',
        Odds: '1.95',
        OddsType: 'EU',
        Score: '1:0',
        Result: '2:1',
      },
      {
        League: '',
        Event: '甲 对 乙',
        Market: '大小',
        Pick: '大 2.5',
        Odds: '1.95',
        OddsType: '',
        Score: '',
        Result: '',
      },
    ],
    Steps: [
      { State: 'placed', Time: '2026-03-02 11:30:00', ValidAmount: 0, BetWinAmount: 0 },
      { State: 'cashout', Time: '2026-03-02 12:10:00', ValidAmount: 60, BetWinAmount: -60 },
    ],
    Turnover: [{ SourceText: '存款', OrderSn: 'D20260302', Amount: 60 }],
    Uncounted: '',
  }
  const open = async (more: object = {}) => {
    server.reply({
      '/v1/Select/GetBetRecordDetail': {
        Data: { BetRecordDataItems: [line], BetAmountSum: 100, ...sums, BetTime: '2026-03-02' },
      },
      '/v1/Select/BetDetail': { Data: { ...detail, ...more } },
    })
    show(<BetLinesPage />, '/BetRecordDetail?DateTime=2026-03-02&GameType=43')
    await userEvent.click(await screen.findByRole('button', { name: '查看注单 W-7 详情' }))
    return screen.findByRole('dialog', { name: '注单详情' })
  }

  it('with its picks, its steps, the rule of its valid bet and what it counted for', async () => {
    const sheet = await open()
    expect(await within(sheet).findByText('取投注额与输赢绝对值中较小的一个')).toBeVisible()
    expect(Object.fromEntries(server.callsTo('/v1/Select/BetDetail')[0]?.form ?? [])).toEqual({
      GameType: '43',
      BetOrdersn: 'W-7',
    })
    expect(within(sheet).getByText('3.80 EURO')).toBeVisible()
    const picks = within(sheet).getByRole('region', { name: '串关 2 项' })
    expect(within(picks).getAllByRole('listitem')).toHaveLength(2)
    expect(picks).toHaveTextContent('独赢 · 青龙@1.95 EU云海联赛 · 青龙 对 铁鹰下注时 1:0 · 2:1')
    const steps = within(sheet).getByRole('region', { name: '注单进程' })
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual(['已下注2026-03-02 11:30:00', '提前兑现-¥60.002026-03-02 12:10:00'])
    expect(within(sheet).getByRole('region', { name: '计入流水' })).toHaveTextContent('存款 D20260302¥60.00')
    await userEvent.click(within(sheet).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('tells the round of a game at a table: the table, what was bet on and how it ended', async () => {
    const round = {
      Round: 'Mexico-05-GA7',
      RoundTable: '5 号桌',
      RoundPlay: '庄',
      RoundOutcome: '庄赢 · 闲 ♣2 ♦A ♣7 · 庄 ♦7 ♥6 ♥J',
    }
    const sheet = await open({ ...round, Parlay: false, CashedOut: false, Legs: [] })
    for (const [title, value] of [
      ['局号／赛事', round.Round],
      ['桌台／座位', round.RoundTable],
      ['玩法', round.RoundPlay],
      ['本局结果', round.RoundOutcome],
    ] as const) {
      const said = (await within(sheet).findByText(title)).nextElementSibling
      expect(said?.textContent?.replaceAll(' · ', '')).toBe(value.replaceAll(' · ', ''))
    }
  })

  it('H-517 has its number to copy, a question about it, and the way to its game', async () => {
    const sheet = await open({ Round: 'W-7' })
    expect(await within(sheet).findByRole('button', { name: '复制注单号' })).toBeVisible()
    // A round with the number of the bet says nothing more.
    expect(within(sheet).getAllByText('W-7')).toHaveLength(1)
    expect(within(sheet).getByRole('link', { name: '就此提问' })).toHaveAttribute(
      'href',
      expect.stringMatching(/about=bet&ref=43%3AW-7&ask=game$/),
    )
    expect(within(sheet).getByRole('link', { name: '再玩一局' })).toHaveAttribute(
      'href',
      expect.stringMatching(/430012$/),
    )
  })

  it('H-517 each hand has a line of its own, and a game that is not shown has no link', async () => {
    const RoundOutcome = '我的牌 ♥2 ♣K 牛二 · 2 座 庄 ♠7 无牛'
    const sheet = await open({ RoundOutcome, GameInfoId: 0, Legs: [], Parlay: false })
    const lines = (await within(sheet).findByText('本局结果')).nextElementSibling as HTMLElement
    expect(Array.from(lines.children).map((line) => line.textContent)).toEqual(['我的牌 ♥2 ♣K 牛二', '2 座 庄 ♠7 无牛'])
    expect(within(sheet).queryByRole('link', { name: '再玩一局' })).toBeNull()
  })

  it('with the round once more, where the venue shows it', async () => {
    const page = { opener: window, location: { href: 'about:blank' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
    const sheet = await open({ Replay: true })
    server.reply({ '/v1/Select/BetReplay': { Data: { Address: 'https://rounds.example/W-7' } } })
    await userEvent.click(await within(sheet).findByRole('button', { name: '对局回放' }))
    await waitFor(() => expect(page.location.href).toBe('https://rounds.example/W-7'))
    expect(page.opener).toBeNull()
    expect(Object.fromEntries(server.callsTo('/v1/Select/BetReplay')[0]?.form ?? [])).toEqual({
      GameType: '43',
      BetOrdersn: 'W-7',
    })
  })

  it('leaves out the rows that the venue gives no value for', async () => {
    const none = { GameName: '', Odds: '', OddsType: '', CashedOut: false, Legs: [], Turnover: [] }
    const sheet = await open(none)
    await within(sheet).findByText('没有计入流水要求')
    for (const title of ['游戏', '赔率', '局号／赛事', '桌台／座位', '玩法', '本局结果', '对局回放'])
      expect(within(sheet).queryByText(title)).toBeNull()
    expect(within(within(sheet).getByRole('region', { name: '串关' })).getByText('场馆未提供')).toBeVisible()
    expect(within(sheet).getAllByText('场馆未提供')).toHaveLength(1)
  })

  it('shows the number that the venue gives, and asks by the one it is stored with', async () => {
    const scene = { ...line, BetOrdersn: 'hunter:S40DE4A9' }
    server.reply({
      '/v1/Select/GetBetRecordDetail': {
        Data: { BetRecordDataItems: [scene], BetAmountSum: 100, ...sums, BetTime: '2026-03-02' },
      },
      '/v1/Select/BetDetail': { Data: { ...detail, ...scene } },
    })
    show(<BetLinesPage />, '/BetRecordDetail?DateTime=2026-03-02&GameType=2')
    await userEvent.click(await screen.findByRole('button', { name: '查看注单 S40DE4A9 详情' }))
    const sheet = await screen.findByRole('dialog', { name: '注单详情' })
    expect(await within(sheet).findByText('S40DE4A9')).toBeVisible()
    expect(screen.queryByText(/hunter/)).toBeNull()
    expect(server.callsTo('/v1/Select/BetDetail')[0]?.form.get('BetOrdersn')).toBe('hunter:S40DE4A9')
  })
})

it('REC-05 a loss is red, a win is green, and zero is neither', () => {
  for (const [fen, text, colour] of [
    [-100, '-¥1.00', 'text-loss'],
    [100, '+¥1.00', 'text-win'],
    [0, '0.00', 'text-text'],
  ] as const) {
    const { unmount } = show(<WinLoss fen={fen} />)
    expect(screen.getByText(new RegExp(text.replace('+', '\\+')))).toHaveClass(colour)
    unmount()
  }
})
