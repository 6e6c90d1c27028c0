import type { BetTally, EarningDebt, EarningFigures, EarningGame, EarningMonth, Earnings } from '../api/earning'

export const betTally: BetTally = {
  count: 2,
  stake: '620.00',
  valid: '470.00',
  winLoss: '-410.00',
  open: 1,
  openStake: '30.00',
}

const bets = { bets: 1234, stake: '520000.00', valid: '498000.00', payout: '501700.00', ggr: '18300.00' }
const cash = { count: 40, amount: '88000.00', back: '500.00', fee: '0.00' }
const figures: EarningFigures = {
  ...bets,
  cost: '2300.00',
  ngr: '16000.00',
  deposits: cash,
  withdrawals: { ...cash, amount: '61000.00' },
  registered: 12,
  firstDeposits: 5,
}

export const earnings = (firstDay: string, lastDay: string): Earnings => ({
  firstDay,
  lastDay,
  total: figures,
  days: [
    { day: firstDay, ...figures },
    ...(lastDay === firstDay ? [] : [{ day: lastDay, ...figures, ggr: '-900.00', ngr: '-1200.00' }]),
  ],
  venues: [{ code: 'ky', name: '鸿运棋院', ...bets }],
  costs: [
    { kind: 'promo', rule: 38, name: '每日存款加赠 4%', count: 12, amount: '1800.00' },
    { kind: 'adjust', rule: 0, name: '', count: 1, amount: '500.00' },
  ],
  deposits: [{ method: '网银转账', ...cash }],
  withdrawals: [{ method: 'bank', ...cash }],
  cDollars: { vip: '100.00', grant: '20.00', other: '0.00', back: '0.00', unlocked: '60.00', expired: '5.00' },
})

export const earningGame: EarningGame = { code: '620', name: '德州扑克', ...bets }
export const earningMonth: EarningMonth = { firstDay: '2026-11-01', lastDay: '2026-11-30', ...bets }
export const earningDebt: EarningDebt = {
  day: '2026-11-21',
  centre: '12000.00',
  locked: '300.00',
  transit: '0.00',
  atVenues: '4500.00',
  total: '16800.00',
  fund: '88.00',
  suspense: '10.00',
  coins: '0.00',
  owed: '20.00',
  venues: [{ code: 'ky', name: '鸿运棋院', amount: '4500.00' }],
}

type Reply = [path: RegExp, reply: (match: RegExpExecArray, query: URLSearchParams) => unknown]

export const earningReplies: Reply[] = [
  [/^\/earnings$/, (_, query) => earnings(query.get('firstDay') ?? '', query.get('lastDay') ?? '')],
  [/^\/earnings\/debts$/, () => ({ items: [earningDebt] })],
  [/^\/earnings\/venues\/\w+\/games$/, () => ({ items: [earningGame] })],
  [/^\/earnings\/venues\/\w+\/months$/, () => ({ items: [earningMonth] })],
]
