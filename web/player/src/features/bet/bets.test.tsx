import { periodDays } from '@shared/days'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
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
    expect(first).toHaveTextContent('12026-03-024¥200.00-80.00查看')
    expect(within(first).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/datetime=2026-03-02/i))
    expect(screen.getByText('有效投注合计').parentElement).toHaveTextContent('¥300.00')
    expect(screen.getByText('输赢合计').parentElement).toHaveTextContent('-50.00')
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
    const types = server.callsTo(byDay).map(({ form }) => form.get('TimeType'))
    expect(new Set(types).size).toBe(2)
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
  expect(lines.closest('tr')).toHaveTextContent('鸿运棋院4¥200.00-80.00')
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

it('REC-05 a loss is red, a win is green, and zero is neither', () => {
  for (const [fen, text, colour] of [
    [-100, '-1.00', 'text-loss'],
    [100, '+1.00', 'text-win'],
    [0, '0.00', 'text-text'],
  ] as const) {
    const { unmount } = show(<WinLoss fen={fen} />)
    expect(screen.getByText(new RegExp(text.replace('+', '\\+')))).toHaveClass(colour)
    unmount()
  }
})
