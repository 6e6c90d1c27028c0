import {
  type Announcement,
  type Approval,
  type AuditRow,
  type Badges,
  type Banner,
  type Bet,
  type Block,
  type CaseDetail,
  type CoinAddress,
  type CoinPayee,
  type CoinRate,
  type CoinTransfer,
  type Dashboard,
  type DepositDetail,
  type FeedStatus,
  type FeedWindow,
  type Fund,
  type FundRecord,
  type Game,
  type Gate,
  type Me,
  type Permission,
  type Player,
  type PlayerFund,
  type PlayerLimits,
  type PlayerLink,
  type PlayerPromos,
  type PlayerSession,
  type PlayerVip,
  type Posting,
  type Promo,
  type PromoAward,
  type PromoDraw,
  type PromoFigure,
  type PromoPreview,
  type PromoRun,
  type Promos,
  type Promotion,
  permissions,
  type ReconFinding,
  type ReconRun,
  type Role,
  type Run,
  type SiteSettings,
  type Staff,
  type TickerLine,
  type TransferDetail,
  type Turnover,
  type TurnoverLine,
  type Venue,
  type Vip,
  type VipAward,
  type VipDry,
  type VipLevel,
  type VipProgramme,
  type VipRun,
  type VipRunDetail,
  type VipSettings,
  type VipTable,
  type Wallets,
  type WithdrawalDetail,
} from '../api/wire'

// One small house, as the API would describe it. Times hang on `now`, so ages stay the same in every run.

export const now = Date.parse('2026-11-21T06:30:00Z')
const minute = 60_000
const ago = (minutes: number) => now - minutes * minute

export function me(given: readonly Permission[] = permissions): Me {
  return {
    id: '1',
    name: 'admin',
    roles: ['owner'],
    permissions: [...given],
    idleSeconds: 900,
    expiresAt: now + 8 * 3_600_000,
    now,
    demo: true,
    limits: { withdrawalSecondAbove: '20000.00', depositSecondAbove: '50000.00' },
  }
}

export const badges: Badges = {
  depositsClaimed: 2,
  depositsReview: 1,
  withdrawalsWaiting: 3,
  withdrawalsMine: 1,
  withdrawalsToPay: 1,
  approvals: 1,
  transfersStuck: 1,
  feedGaps: 1,
  cases: 3,
  gateClosed: 0,
}

export const dashboard: Dashboard = {
  day: '2026-11-21',
  pending: badges,
  today: {
    deposits: { count: 128, amount: '1245600.50' },
    withdrawals: { count: 41, amount: '873200.00' },
    net: '372400.50',
    registrations: 36,
    firstDeposits: 12,
  },
  yesterday: {
    deposits: { count: 301, amount: '2890100.00' },
    withdrawals: { count: 96, amount: '1930000.00' },
    net: '960100.00',
    registrations: 77,
    firstDeposits: 25,
  },
  books: { at: ago(390), state: 'passed' },
}

const bankDeposit: DepositDetail = {
  id: '501',
  order: 'D20261121142201073',
  playerId: '71',
  player: 'lihua88',
  method: '银行转账',
  channel: '公司入款一',
  style: 'Bank',
  amount: '5000.37',
  received: null,
  state: 'claimed',
  reviewReason: null,
  createdAt: ago(14),
  claimedAt: ago(6),
  paidAt: null,
  expiresAt: ago(-6),
  approvalId: null,
  depositor: '李华',
  remark: '4471',
  payee: { bank: '中国建设银行', holder: '鸿运演示科技有限公司', account: '6217 0012 3456 7890 123', code: '4471' },
  bankReference: null,
  proved: null,
  suspended: false,
  gateway: null,
  coin: null,
  callbacks: [],
  history: [
    { at: ago(14), by: '玩家', what: '提交存款申请', reason: null },
    { at: ago(6), by: '玩家', what: '点击“我已付款”', reason: null },
  ],
}

const linkDeposit: DepositDetail = {
  ...bankDeposit,
  id: '502',
  order: 'D20261121140955820',
  playerId: '72',
  player: 'Chen2026',
  method: '支付宝',
  channel: '易支付一号',
  style: 'Link',
  amount: '800.00',
  received: '780.00',
  state: 'review',
  reviewReason: '回调金额 780.00 与订单金额 800.00 不符',
  createdAt: ago(27),
  claimedAt: null,
  expiresAt: ago(-33),
  depositor: null,
  remark: null,
  payee: null,
  proved: '780.00',
  suspended: true,
  gateway: { code: 'epay', reference: 'E2026112114101' },
  callbacks: [
    {
      id: '1',
      at: ago(25),
      remote: '203.0.113.20',
      method: 'GET',
      raw: '/callback/epay?pid=1001&trade_no=E2026112114101&out_trade_no=D20261121140955820&type=alipay&name=deposit&money=780.00&trade_status=TRADE_SUCCESS&sign=d87f787e26acae5546e7a4d0ba455d44&sign_type=MD5',
      verdict: 'amount_differs',
      note: '金额 780.00，订单 800.00',
    },
    {
      id: '2',
      at: ago(24),
      remote: '203.0.113.99',
      method: 'GET',
      raw: '/callback/epay?pid=1001&out_trade_no=D20261121140955820&money=800.00&trade_status=TRADE_SUCCESS&sign=00000000000000000000000000000000',
      verdict: 'bad_signature',
      note: null,
    },
  ],
  history: [
    { at: ago(27), by: '玩家', what: '提交存款申请', reason: null },
    { at: ago(25), by: '系统', what: '转入核查', reason: '金额不符' },
  ],
}

export const deposits: DepositDetail[] = [
  bankDeposit,
  linkDeposit,
  {
    ...linkDeposit,
    id: '503',
    order: 'D20261121133012004',
    player: 'demo01',
    playerId: '70',
    amount: '1000.00',
    received: '1000.00',
    state: 'credited',
    reviewReason: null,
    paidAt: ago(59),
    createdAt: ago(60),
  },
  {
    ...bankDeposit,
    id: '504',
    order: 'D20261121120000771',
    amount: '300.00',
    state: 'expired',
    claimedAt: null,
    createdAt: ago(150),
    expiresAt: ago(130),
  },
  {
    ...bankDeposit,
    id: '505',
    order: 'D20261121110300125',
    amount: '88888.00',
    state: 'review',
    createdAt: ago(207),
    reviewReason: '付款人姓名不符',
    approvalId: '31',
  },
]

export const turnover: Turnover = {
  outstanding: '220.00',
  buckets: [
    {
      id: '9',
      source: 'deposit',
      reference: 'D20261121133012004',
      createdAt: ago(59),
      amount: '1000.00',
      multiple: '1',
      required: '1000.00',
      done: '780.00',
      state: 'open',
      reason: null,
    },
    {
      id: '8',
      source: 'deposit',
      reference: 'D20261120101500331',
      createdAt: ago(1600),
      amount: '500.00',
      multiple: '1',
      required: '500.00',
      done: '500.00',
      state: 'met',
      reason: null,
    },
  ],
}

const smallWithdrawal: WithdrawalDetail = {
  id: '801',
  order: 'W20261121141533207',
  playerId: '70',
  player: 'demo01',
  amount: '600.00',
  fee: '0.00',
  bank: '中国工商银行',
  cardTail: '8888',
  holder: '张*',
  state: 'submitted',
  createdAt: ago(15),
  heldUntil: null,
  claimedBy: null,
  claimedAt: null,
  claimExpiresAt: null,
  needsSecond: false,
  approvalId: null,
  approvedBy: [],
  flags: [
    { code: 'first_withdrawal', text: '首次提款' },
    { code: 'turnover_unmet', text: '流水还差 220.00' },
  ],
  reference: null,
  reason: null,
  endedAt: null,
  exposed: null,
  card: {
    bank: '中国工商银行',
    number: '**** **** **** 8888',
    holder: '张*',
    province: '广东省',
    city: '深圳市',
    branch: '科技园支行',
    network: null,
    coins: null,
  },
  payout: null,
  account: {
    centre: '1204.50',
    locked: '600.00',
    registeredAt: ago(43_200),
    deposits: { count: 4, amount: '3500.00' },
    withdrawals: { count: 0, amount: '0.00' },
  },
  turnover,
  history: [{ at: ago(15), by: '玩家', what: '申请提款', reason: null }],
}

export const withdrawals: WithdrawalDetail[] = [
  smallWithdrawal,
  {
    ...smallWithdrawal,
    id: '802',
    order: 'W20261121140211019',
    playerId: '71',
    player: 'lihua88',
    amount: '36000.00',
    bank: '招商银行',
    cardTail: '1024',
    holder: '李*',
    state: 'claimed',
    createdAt: ago(28),
    claimedBy: { id: '1', name: 'admin' },
    claimedAt: ago(3),
    claimExpiresAt: ago(-27),
    needsSecond: true,
    flags: [
      { code: 'shared_card', text: '同卡玩家 1 个' },
      { code: 'large', text: '大额' },
    ],
  },
  {
    ...smallWithdrawal,
    id: '803',
    order: 'W20261121135020444',
    playerId: '72',
    player: 'Chen2026',
    amount: '50000.00',
    state: 'second',
    createdAt: ago(40),
    claimedBy: { id: '2', name: 'finance1' },
    needsSecond: true,
    approvalId: '30',
    approvedBy: ['finance1'],
    flags: [{ code: 'shared_ip', text: '同 IP 玩家 3 个' }],
  },
  {
    ...smallWithdrawal,
    id: '804',
    order: 'W20261121132209991',
    playerId: '73',
    player: 'wang9527',
    amount: '1888.00',
    state: 'approved',
    createdAt: ago(68),
    claimedBy: { id: '1', name: 'admin' },
    approvedBy: ['admin'],
    flags: [],
  },
  {
    ...smallWithdrawal,
    id: '805',
    order: 'W20261121131500777',
    amount: '500.00',
    bank: 'USDT-TRC20',
    cardTail: 'KkDAS',
    holder: '',
    state: 'approved',
    createdAt: ago(75),
    claimedBy: { id: '1', name: 'admin' },
    approvedBy: ['admin'],
    flags: [],
    card: {
      bank: 'USDT-TRC20',
      number: 'T9yZXXE*******bnKkDAS',
      holder: '',
      province: '',
      city: '',
      branch: '',
      network: 'trc20',
      coins: '69.93',
    },
    payout: {
      network: 'trc20',
      coins: '69.93',
      rate: '7.15',
      tx: null,
      sentAt: null,
      sentBy: null,
      said: '',
    },
  },
]

export const transfers: TransferDetail[] = [
  {
    id: '901',
    order: 'T20261121140011555',
    playerId: '70',
    player: 'demo01',
    venue: 'ky',
    venueName: '鸿运棋院',
    direction: 'in',
    amount: '200.00',
    state: 'unknown',
    stateText: '待人工处理',
    reason: null,
    createdAt: ago(30),
    settledAt: null,
    asks: 6,
    lastAskedAt: ago(4),
    nextAskAt: ago(-4),
    lastAnswer: '场馆无响应（超时）',
    approvalId: null,
    venueOrder: '70001_20261121140011555_demo01',
    moved: null,
    asked: [
      { at: ago(30), call: 'transfer', answer: 'unknown', text: '30 秒内没有答复' },
      { at: ago(29), call: 'status', answer: 'unknown', text: '订单不存在，时间尚短' },
      { at: ago(4), call: 'status', answer: 'unknown', text: '场馆无响应（超时）' },
    ],
    history: [{ at: ago(30), by: '玩家', what: '转入 鸿运棋院', reason: null }],
  },
]

export const approvals: Approval[] = [
  {
    id: '30',
    kind: 'withdrawal.approve',
    title: '通过 Chen2026 提款',
    subject: { type: 'withdrawal', id: '803', label: 'W20261121135020444' },
    amount: '50000.00',
    details: [
      { label: '收款卡', value: '中国工商银行 ····8888' },
      { label: '持卡人', value: '陈*' },
    ],
    reason: '资料核对无误',
    maker: { id: '2', name: 'finance1' },
    madeAt: ago(12),
    state: 'pending',
    checker: null,
    decidedAt: null,
    decision: null,
    mayDecide: true,
    mayNotWhy: null,
  },
  {
    id: '31',
    kind: 'deposit.credit',
    title: '存款入账 lihua88',
    subject: { type: 'deposit', id: '505', label: 'D20261121110300125' },
    amount: '88888.00',
    details: [{ label: '银行流水号', value: 'CCB2026112199871' }],
    reason: '已电话核实付款人',
    maker: { id: '1', name: 'admin' },
    madeAt: ago(8),
    state: 'pending',
    checker: null,
    decidedAt: null,
    decision: null,
    mayDecide: false,
    mayNotWhy: '自己提交的请求要由另一位复核人处理',
  },
]

export const cases: CaseDetail[] = [
  {
    id: 'transfer:901',
    kind: 'transfer',
    kindText: '转账未决',
    title: '中心钱包转入场馆 鸿运棋院：待人工处理',
    playerId: '70',
    player: 'demo01',
    amount: '200.00',
    coins: null,
    since: ago(30),
    reason: '场馆金额与订单不一致',
    approvalId: null,
    open: true,
    facts: [
      { label: '订单金额', value: '200.00' },
      { label: '场馆金额', value: '1.00' },
    ],
    timeline: [
      { at: ago(30), by: 'demo01', what: '发起转账', text: '200.00元', raw: null },
      { at: ago(4), by: '场馆', what: '答复查询：成功', text: '1.00', raw: null },
    ],
    actions: ['transfer.ask', 'transfer.settle'],
  },
  {
    id: 'money:S20261121110000123',
    kind: 'money',
    kindText: '待认领款项',
    title: '待认领款项 S20261121110000123',
    playerId: null,
    player: null,
    amount: '3000.00',
    coins: null,
    since: ago(210),
    reason: '无订单来款',
    approvalId: null,
    open: true,
    facts: [
      { label: '收款账户', value: 'bank:1' },
      { label: '付款人', value: '李四' },
    ],
    timeline: [{ at: ago(210), by: 'finance1', what: '登记来款3000.00元', text: '无订单来款', raw: null }],
    actions: ['money.assign', 'money.return'],
  },
  {
    id: 'owed:73',
    kind: 'owed',
    kindText: '玩家欠款',
    title: '玩家欠款 wang9527',
    playerId: '73',
    player: 'wang9527',
    amount: '400.00',
    coins: null,
    since: ago(1500),
    reason: '欠款未结清',
    approvalId: '32',
    open: true,
    facts: [{ label: '欠款', value: '400.00' }],
    timeline: [
      {
        at: ago(1500),
        by: 'finance1、admin',
        what: '存款冲正',
        text: '400.00元',
        raw: 'type=refund&money=400.00&sign=d87f787e26acae5546e7a4d0ba455d44',
      },
    ],
    actions: [],
  },
]

export const player: Player = {
  id: '70',
  name: 'demo01',
  phone: '138****1234',
  trueName: '张*',
  vipLevel: 2,
  centre: '1204.50',
  registeredAt: ago(43_200),
  lastLoginAt: ago(18),
  frozen: ['bet'],
  stopped: 'timeout',
  email: 'z***@example.com',
  birthday: null,
  registerIp: '198.51.100.7',
  lastIp: '198.51.100.7',
  autoTransfer: true,
  resetAt: ago(2880),
  reset: { by: 'support1', at: ago(4), expiresAt: ago(-26), triesLeft: 5 },
  freezes: { login: null, bet: { reason: '玩家本人要求', by: 'risk1', at: ago(600) }, withdraw: null },
  totals: {
    deposits: { count: 4, amount: '3500.00' },
    withdrawals: { count: 0, amount: '0.00' },
    validBet: '2780.00',
    winLoss: '-1695.50',
  },
  owed: '0.00',
}

export const wallets: Wallets = {
  sum: '2004.50',
  centre: '1204.50',
  locked: '600.00',
  transit: '200.00',
  venues: [
    { venue: 'ky', name: '鸿运棋院', balance: '0.00', asOf: ago(31), state: 'open' },
    { venue: 'leg', name: '乐弈楼', balance: '0.00', asOf: null, state: 'maintenance' },
  ],
}

export const postings: Posting[] = [
  {
    id: '40012',
    at: ago(15),
    kind: 'withdrawal.hold',
    kindText: '提款锁定',
    key: 'withdrawal:801:hold',
    from: 'player:70:centre',
    to: 'player:70:locked',
    amount: '600.00',
    asset: 'CNY',
    effect: '0.00',
  },
  {
    id: '40001',
    at: ago(59),
    kind: 'deposit.credit',
    kindText: '存款到账',
    key: 'deposit:503:credit',
    from: 'house:gateway:epay',
    to: 'player:70:centre',
    amount: '1000.00',
    asset: 'CNY',
    effect: '1000.00',
  },
]

export const bets: Bet[] = [
  {
    id: '1',
    venue: 'ky',
    venueName: '鸿运棋院',
    betId: '50-1763702-881',
    game: '炸金花',
    betAt: ago(45),
    settledAt: ago(44),
    stake: '500.00',
    valid: '480.00',
    winLoss: '-480.00',
    status: 'settled',
    version: 1,
  },
  {
    id: '2',
    venue: 'ky',
    venueName: '鸿运棋院',
    betId: '50-1763702-882',
    game: '抢庄牛牛',
    betAt: ago(40),
    settledAt: ago(39),
    stake: '300.00',
    valid: '300.00',
    winLoss: '285.00',
    status: 'settled',
    version: 2,
  },
]

export const turnoverLines: TurnoverLine[] = [
  {
    id: '1',
    betId: '50-1763702-881',
    venueName: '鸿运棋院',
    game: '炸金花',
    betAt: ago(45),
    stake: '500.00',
    valid: '480.00',
    weight: '100%',
    counted: '480.00',
    reason: '有效投注全部计入',
  },
  {
    id: '2',
    betId: '50-1763702-882',
    venueName: '鸿运棋院',
    game: '抢庄牛牛',
    betAt: ago(40),
    stake: '300.00',
    valid: '300.00',
    weight: '100%',
    counted: '300.00',
    reason: '有效投注全部计入',
  },
]

export const cards = [
  {
    id: '5',
    bank: '中国工商银行',
    number: '**** **** **** 8888',
    tail: '8888',
    holder: '张*',
    province: '广东省',
    city: '深圳市',
    branch: '科技园支行',
    isDefault: true,
    boundAt: ago(30),
  },
]

export const sessions: PlayerSession[] = [
  {
    id: '11',
    createdAt: ago(18),
    lastSeenAt: ago(1),
    expiresAt: ago(-700),
    endedAt: null,
    endReason: null,
    ip: '198.51.100.7',
    device: 'Windows 10 · Chrome 156',
    remembered: false,
  },
  {
    id: '10',
    createdAt: ago(2000),
    lastSeenAt: ago(1990),
    expiresAt: ago(1280),
    endedAt: ago(1960),
    endReason: '闲置超时',
    ip: '198.51.100.7',
    device: 'IOS · Safari',
    remembered: false,
  },
]

const checks = [
  { name: 'balances', title: '账户余额等于全部分录之和', passed: true, rows: 812, broken: null },
  { name: 'assets', title: '分录两端账户币种一致', passed: true, rows: 40_012, broken: null },
  { name: 'nonnegative', title: '玩家余额不为负', passed: true, rows: 640, broken: null },
]
export const passedRun: Run = {
  id: '3',
  startedAt: ago(390),
  finishedAt: ago(390) + 1830,
  by: '系统',
  state: 'passed',
  error: null,
  counts: { accounts: 812, transactions: 19_340, postings: 40_012 },
  checks,
}
export const failedRun: Run = {
  ...passedRun,
  id: '2',
  startedAt: ago(1830),
  finishedAt: ago(1830) + 640,
  by: 'admin',
  state: 'failed',
  checks: [
    {
      name: 'balances',
      title: '账户余额等于全部分录之和',
      passed: false,
      rows: 812,
      broken: { table: 'account', id: 'player:70:centre', text: '余额 1204.50，分录之和 1205.50' },
    },
    ...checks.slice(1),
  ],
}

export const finding: ReconFinding = {
  id: '1',
  kind: 'gateway.amount',
  title: '网关金额不符',
  subject: 'deposit:D20261121100000ABCDE',
  channel: 'gateway:epay',
  player: 'ming88',
  expected: '已入账 300.00',
  found: '已付 300.01',
  difference: '0.01',
  what: '网关实收金额与我方入账金额不一致：我方 已入账 300.00，实际 已付 300.01，相差 0.01 元',
  look: '打开该存款订单与网关后台的同一笔，对照金额与流水号；差额需双人调账',
  detail: null,
  ref: 'D20261121100000ABCDE',
  txn: '20261121100000000000000001',
  firstSeen: ago(600),
  lastSeen: ago(60),
  seen: 2,
  state: 'open',
  note: null,
  settledBy: null,
  endedAt: null,
  approvalId: null,
}
export const comparison: ReconRun = {
  id: '1',
  cause: 'nightly',
  by: '系统',
  from: ago(172_800),
  to: ago(600),
  startedAt: ago(600),
  finishedAt: ago(590),
  state: 'done',
  error: null,
  looked: { deposits: 812, transfers: 1204, balances: 96 },
  unasked: [],
  waiting: 0,
  opened: 1,
}

export const venues: Venue[] = [
  {
    code: 'ky',
    platformId: 26,
    name: '鸿运棋院',
    category: '棋牌',
    hasAdapter: true,
    state: 'open',
    reason: null,
    changedAt: null,
    changedBy: null,
    position: '-12840.00',
    playersMoney: '8450.50',
    lastFeedAt: ago(1),
    stuck: 1,
  },
  {
    code: 'leg',
    platformId: 31,
    name: '乐弈楼',
    category: '棋牌',
    hasAdapter: true,
    state: 'maintenance',
    reason: '场馆通知维护',
    changedAt: ago(55),
    changedBy: 'admin',
    position: '0.00',
    playersMoney: '0.00',
    lastFeedAt: ago(2),
    stuck: 0,
  },
]

const view = permissions.filter((permission) => permission.endsWith('.view'))
export const roles: Role[] = [
  { role: 'owner', name: '管理员', permissions: [...permissions] },
  { role: 'finance', name: '财务', permissions: view },
  { role: 'support', name: '客服', permissions: view },
  { role: 'risk', name: '风控', permissions: view },
  { role: 'auditor', name: '审计', permissions: view },
]

export const staff: Staff[] = [
  {
    id: '1',
    name: 'admin',
    roles: ['owner'],
    disabled: false,
    createdAt: ago(50_000),
    lastLoginAt: ago(20),
    approvalId: null,
  },
  {
    id: '2',
    name: 'finance1',
    roles: ['finance'],
    disabled: false,
    createdAt: ago(40_000),
    lastLoginAt: ago(60),
    approvalId: null,
  },
  {
    id: '3',
    name: 'support1',
    roles: ['support'],
    disabled: false,
    createdAt: ago(30_000),
    lastLoginAt: null,
    approvalId: '32',
  },
  {
    id: '4',
    name: 'old-colleague',
    roles: ['support'],
    disabled: true,
    createdAt: ago(90_000),
    lastLoginAt: ago(20_000),
    approvalId: null,
  },
]

export const audit: AuditRow[] = [
  {
    seq: 1204,
    at: ago(12),
    actor: 'finance1',
    action: 'withdrawal.approve',
    actionText: '通过提款',
    subject: { type: 'withdrawal', id: '803', label: 'W20261121135020444' },
    reason: '资料核对无误',
    ip: '192.0.2.15',
    requestId: '01JD6V9R7ZQ5',
    before: { state: 'claimed' },
    after: { state: 'second', approvalId: '30' },
    hash: '8f0e3a55c1d2e7b6a94f20d1b8c3e5f7a6d9c0b1e2f3a4b5c6d7e8f90a1b2c3d',
  },
  {
    seq: 1203,
    at: ago(55),
    actor: 'admin',
    action: 'venue.state',
    actionText: '切换场馆状态',
    subject: { type: 'venue', id: 'leg', label: '乐弈楼' },
    reason: '场馆通知维护',
    ip: '192.0.2.10',
    requestId: '01JD6T1M0W2C',
    before: { state: 'open' },
    after: { state: 'maintenance' },
    hash: '1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a',
  },
]

export const feed: FeedStatus[] = [
  {
    venue: 'ky',
    venueName: '鸿运棋院',
    cursor: ago(3),
    lagSeconds: 180,
    gaps: 1,
    lastPulledAt: ago(1),
    lines24h: 18_402,
    findings: 0,
  },
  {
    venue: 'leg',
    venueName: '乐弈楼',
    cursor: ago(4),
    lagSeconds: 240,
    gaps: 0,
    lastPulledAt: ago(1),
    lines24h: 2310,
    findings: 0,
  },
]

export const windows: FeedWindow[] = [
  {
    id: '3',
    venue: 'ky',
    venueName: '鸿运棋院',
    from: ago(8),
    to: ago(3),
    state: 'complete',
    pages: 2,
    lines: 331,
    attempts: 1,
    pulledAt: ago(1),
    error: null,
  },
  {
    id: '2',
    venue: 'ky',
    venueName: '鸿运棋院',
    from: ago(12),
    to: ago(7),
    state: 'gap',
    pages: 1,
    lines: 200,
    attempts: 3,
    pulledAt: ago(2),
    error: '第 2 页超时',
  },
]

export const gate: Gate = {
  doors: [
    {
      door: 'all',
      name: '全部资金操作',
      closed: {
        cause: 'restore',
        causeText: '数据库恢复',
        reason: '从备份恢复：copy.db',
        by: 'system:restore',
        since: 1772424000000,
        knownUntil: 1772423400000,
        notReady: '恢复之后还没有完整对账：请运行对账，直到所有公司都已应答',
        approvalId: null,
      },
    },
    { door: 'venue:ky', name: '场馆 ky', closed: null },
  ],
  past: [
    {
      name: '提款',
      causeText: '人工关闭',
      reason: '例行演练',
      by: 'lin',
      since: 1772420000000,
      openedAt: 1772420600000,
      openedBy: 'lin、rita',
      openReason: '演练结束',
    },
  ],
}

export const fund: Fund = {
  today: '2026-11-21',
  multiple: 1,
  tasks: [
    {
      id: 1,
      name: '每日存款',
      kind: 'deposit',
      threshold: '500.00',
      amount: '8.00',
      active: true,
      next: {
        name: '每日存款',
        kind: 'deposit',
        threshold: '1000.00',
        amount: '18.00',
        active: true,
        from: '2026-11-22',
      },
      approvalId: null,
    },
    {
      id: 2,
      name: '每日流水',
      kind: 'bet',
      threshold: '2000.00',
      amount: '5.00',
      active: true,
      next: null,
      approvalId: '33',
    },
    {
      id: 3,
      name: '大额存款',
      kind: 'deposit',
      threshold: '10000.00',
      amount: '88.00',
      active: false,
      next: null,
      approvalId: null,
    },
  ],
  figures: { held: '12880.50', incomeToday: '600.00', unlockedToday: '85.00', expiredYesterday: '42.00', players: 63 },
}

export const fundRecords: FundRecord[] = [
  {
    id: '7003',
    player: 'demo01',
    at: ago(20),
    type: 'unlock',
    amount: '-8.00',
    remark: '解锁：每日存款',
    by: 'demo01',
    task: '每日存款',
  },
  {
    id: '7002',
    player: 'demo01',
    at: ago(390),
    type: 'expired',
    amount: '-5.00',
    remark: '2026-11-20 未解锁，已过期：每日流水',
    by: 'system:fund',
    task: '每日流水',
  },
  {
    id: '7001',
    player: 'demo01',
    at: ago(1500),
    type: 'income',
    amount: '100.00',
    remark: '生日礼金',
    by: 'support1、finance1',
    task: null,
  },
]

export const playerLimits: PlayerLimits = {
  deposits: [
    { period: 'day', amount: '1000.00', used: '300.00', open: '0.00', pending: null },
    { period: 'week', amount: null, used: '300.00', open: '0.00', pending: null },
    { period: 'month', amount: null, used: '300.00', open: '0.00', pending: null },
  ],
  stop: {
    kind: 'timeout',
    term: '7d',
    since: 1772424000000,
    until: 1773028800000,
    askedAt: null,
    endsAt: 1773028800000,
  },
  reality: 60,
  stops: [
    { kind: 'timeout', term: '7d', since: 1772424000000, until: 1773028800000, askedAt: null, endsAt: 1773028800000 },
  ],
  changes: [
    {
      period: 'day',
      amount: '1000.00',
      was: null,
      askedAt: 1772424000000,
      readyAt: 1772424000000,
      lapsesAt: 1772683200000,
      appliedAt: 1772424000000,
      cancelledAt: null,
    },
  ],
}

export const playerFund: PlayerFund = {
  balance: '87.00',
  unlockedToday: '8.00',
  tasks: [
    { id: 1, name: '每日存款', kind: 'deposit', amount: '8.00', threshold: '500.00', done: '1000.00', status: 2 },
    { id: 2, name: '每日流水', kind: 'bet', amount: '5.00', threshold: '2000.00', done: '780.00', status: 0 },
  ],
}

export const vip: Vip = {
  programmes: [
    { programme: 'track', enabled: true, upto: '2026-11-22', nextRun: ago(-1500), running: null },
    { programme: 'monthly', enabled: false, upto: '2026-11-30', nextRun: ago(-12_000), running: 'monthly/20261031' },
  ],
  levels: [
    { track: 'card', level: 12, players: 2 },
    { track: 'card', level: 1, players: 1340 },
    { track: 'live', level: 3, players: 7 },
  ],
  withheld: 3,
  withheldAmount: '1288.50',
}

export const vipRuns: VipRun[] = [
  {
    id: 'track/20261115',
    programme: 'track',
    upto: '2026-11-15',
    dueAt: ago(8600),
    state: 'done',
    players: 20_480,
    awards: 512,
    paid: '88120.00',
    withheld: '1288.50',
    openedAt: ago(8600),
    endedAt: ago(8590),
  },
  {
    id: 'monthly/20261031',
    programme: 'monthly',
    upto: '2026-10-31',
    dueAt: ago(30_000),
    state: 'skipped',
    players: 0,
    awards: 0,
    paid: '0.00',
    withheld: '0.00',
    openedAt: ago(30_000),
    endedAt: null,
  },
]

export const vipRun: VipRunDetail = {
  ...(vipRuns[0] as VipRun),
  setting: 3,
  tables: [
    { track: 'card', version: 2 },
    { track: 'sport', version: 1 },
    { track: 'live', version: 1 },
  ],
  sums: [
    { track: 'card', kind: 'bonus', level: 1, state: 'paid', count: 340, amount: '5100.00' },
    { track: 'card', kind: 'income', level: 12, state: 'withheld', count: 2, amount: '88.00' },
  ],
}

export const vipAwards: VipAward[] = [
  {
    id: 'vip/track/20261115/card/demo01/bonus:5',
    runId: 'track/20261115',
    player: 'demo01',
    track: 'card',
    period: '2026-11-15',
    kind: 'bonus',
    kindText: '晋级礼金',
    level: 5,
    amount: '200.00',
    state: 'withheld',
    why: '与 demo02 相同：邮箱、设备',
    at: ago(8600),
    decidedAt: null,
    decidedBy: null,
    decision: null,
  },
  {
    id: 'vip/track/20261115/card/demo03/income',
    runId: 'track/20261115',
    player: 'demo03',
    track: 'card',
    period: '2026-11-15',
    kind: 'income',
    kindText: '每周固定收入',
    level: 12,
    amount: '44.00',
    state: 'refused',
    why: '与 demo01 相同：设备',
    at: ago(8600),
    decidedAt: ago(300),
    decidedBy: 'risk1',
    decision: '核实为同一人的多个账户',
  },
]

export const vipDry: VipDry = {
  ...(vip.programmes[0] as VipProgramme),
  players: 411,
  paid: '9000.00',
  withheld: '66.00',
  sums: vipRun.sums,
  items: [{ ...(vipAwards[0] as VipAward), runId: '', at: null, state: 'paid', why: null, player: 'demo05' }],
  total: 1,
}

const vipLevels = (count: number): VipLevel[] => {
  let sum = 0
  return Array.from({ length: count }, (_, at) => {
    sum += 15 + at
    return {
      level: at + 1,
      validBet: `${(at + 1) * 30_000}.00`,
      bonus: `${15 + at}.00`,
      income: `${1 + at}.00`,
      cumulative: `${sum}.00`,
    }
  })
}

export const vipTables: VipTable[] = [
  {
    track: 'card',
    name: '棋牌电子',
    version: 2,
    by: 'editor1、finance1',
    at: ago(9000),
    levels: vipLevels(50),
    approvalId: null,
  },
  { track: 'sport', name: '体育电竞', version: 1, by: '', at: ago(90_000), levels: vipLevels(50), approvalId: '44' },
  { track: 'live', name: '真人彩票', version: 1, by: '', at: ago(90_000), levels: vipLevels(50), approvalId: null },
  { track: 'monthly', name: '月度VIP', version: 1, by: '', at: ago(90_000), levels: vipLevels(30), approvalId: null },
]

export const vipSettings: VipSettings = {
  start: '2019-06-01',
  tracks: [
    { track: 'card', name: '棋牌电子', enabled: true, weeklyCap: '250000.00' },
    { track: 'sport', name: '体育电竞', enabled: true, weeklyCap: '250000.00' },
    { track: 'live', name: '真人彩票', enabled: false, weeklyCap: '80000.00' },
    { track: 'monthly', name: '月度VIP', enabled: true, weeklyCap: null },
  ],
  weekday: 1,
  weeklyTime: '23:00',
  monthTime: '22:00',
  marks: ['email', 'device'],
  version: 3,
  by: 'editor1、finance1',
  at: ago(9000),
  approvalId: null,
}

export const playerVip: PlayerVip = {
  level: 4,
  start: '2019-06-01',
  tracks: [
    {
      track: 'card',
      name: '棋牌电子',
      enabled: true,
      level: 4,
      reached: 5,
      validBet: '812000.00',
      income: '6.00',
      next: { level: 5, validBet: '800000.00', bonus: '200.00', income: '10.00', cumulative: '400.00' },
      wants: '0.00',
      nextRun: ago(-1500),
      venues: [
        { venue: 'ky', name: '鸿运棋院', validBet: '700000.00' },
        { venue: 'slot47', name: '聚宝电子', validBet: '112000.00' },
      ],
    },
    {
      track: 'monthly',
      name: '月度VIP',
      enabled: false,
      level: 30,
      reached: 30,
      validBet: '1600000000.00',
      income: '80000.00',
      next: null,
      wants: '0.00',
      nextRun: ago(-12_000),
      venues: [],
    },
  ],
  hold: null,
}

export const playerLinks: PlayerLink[] = [
  { id: 'demo02', name: 'Demo02', by: ['email', 'device'], registeredAt: ago(50_000) },
]

const rule = (name: string, activity: number, params: Promo['rule']['params'], budget = '0.00') => ({
  name,
  activity,
  params,
  startsOn: '',
  endsOn: '',
  budget,
  from: '2026-11-01',
})

const promotion = (id: number, kind: Promo['kind'], shown: Promo['rule'], more: Partial<Promo> = {}): Promo => ({
  id,
  kind,
  kindText: '',
  rule: shown,
  next: null,
  running: true,
  switchedAt: ago(3000),
  switchedBy: 'system:seed',
  approvalId: null,
  startingId: null,
  period: 'day',
  spentMonth: '0.00',
  awardsMonth: 0,
  overBudget: false,
  ...more,
})

const dailyTerms = { rate: 400, depositMin: '100.00', cap: '2000.00', turnover: 100, review: false }

export const promos: Promos = {
  today: '2026-11-21',
  withheld: 1,
  items: [
    promotion(
      34,
      'red_packets',
      rule('天天存款红包', 34, {
        tiers: [
          { from: '300.00', draws: 1 },
          { from: '800.00', draws: 2 },
        ],
        packets: [
          { amount: '1.88', weight: 995_000, chance: '99.5%' },
          { amount: '8888.00', weight: 5000, chance: '0.5%' },
        ],
        turnover: 100,
        review: false,
      }),
      { approvalId: '51', spentMonth: '1280.44', awardsMonth: 63 },
    ),
    promotion(
      36,
      'streak',
      rule('体育连胜彩金', 36, {
        steps: [
          { wins: 4, percent: 20 },
          { wins: 9, percent: 100 },
        ],
        odds: { local: 80, european: 180 },
        hours: 24,
        turnover: 100,
        review: true,
      }),
      { running: false, switchedBy: 'finance1' },
    ),
    promotion(
      37,
      'board_rebate',
      rule('棋牌每周返水', 37, {
        rates: [
          { level: 0, rate: 30 },
          { level: 5, rate: 60 },
        ],
        turnover: 0,
        review: false,
      }),
      { period: 'week' },
    ),
    promotion(38, 'daily_bonus', rule('每日存款加赠 4%', 38, dailyTerms, '200000.00'), {
      next: { ...rule('每日存款加赠 4%', 38, { ...dailyTerms, rate: 500 }, '300000.00'), from: '2026-11-22' },
      spentMonth: '200000.00',
      awardsMonth: 812,
      overBudget: true,
    }),
    promotion(
      41,
      'surprise',
      rule('每月惊喜现金', 41, {
        winners: 5,
        packets: [{ amount: '188.00', weight: 100, chance: '100%' }],
        turnover: 100,
        review: false,
      }),
      { period: 'month' },
    ),
  ],
}

const award = (id: string, more: Partial<PromoAward>): PromoAward => ({
  id,
  rule: 38,
  name: '每日存款加赠 4%',
  kind: 'daily_bonus',
  player: 'demo01',
  item: '20261121',
  ref: null,
  basis: '500.00',
  amount: '20.00',
  turnover: '20.00',
  state: 'paid',
  stateText: '已派发',
  why: null,
  remark: '存款 500.00 元',
  packets: [],
  by: 'system:promo',
  decidedBy: null,
  at: ago(30),
  endedAt: ago(30),
  ...more,
})

export const awards: PromoAward[] = [
  award('a1', {}),
  award('a2', {
    rule: 34,
    name: '天天存款红包',
    kind: 'red_packets',
    amount: '8888.00',
    turnover: '8888.00',
    state: 'withheld',
    stateText: '审核中',
    why: '单笔金额较大',
    remark: '当日存款 900.00 元，第 1 至 2 次抽取',
    by: 'demo01',
    endedAt: null,
  }),
]

export const promoFigures: PromoFigure[] = [
  {
    rule: 38,
    name: '每日存款加赠 4%',
    month: '2026-11',
    count: 812,
    amount: '150000.00',
    withheld: 0,
    budget: '200000.00',
  },
  { rule: 34, name: '天天存款红包', month: '2026-11', count: 63, amount: '1280.44', withheld: 1, budget: '0.00' },
]

export const promoRuns: PromoRun[] = [
  { rule: 37, name: '棋牌每周返水', period: '2026-11-09', players: 321, begunAt: ago(8000), endedAt: ago(7999) },
]

export const promoPreview: PromoPreview = {
  rule: 37,
  name: '棋牌每周返水',
  period: '2026-11-16',
  dueAt: ago(-2000),
  players: 321,
  awards: 2,
  amount: '15.35',
  entrants: 0,
  largest: [
    { player: 'demo01', basis: '4116.66', amount: '12.35', remark: '有效投注 4,116.66 元，0.3%' },
    { player: 'demo02', basis: '1000.00', amount: '3.00', remark: '有效投注 1,000.00 元，0.3%' },
  ],
}

export const promoDraw: PromoDraw = {
  rule: 41,
  period: '2026-10-01',
  at: ago(20_000),
  entrants: 3,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seed: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  winners: [{ place: 1, player: 'demo02', amount: '188.00' }],
  again: [{ place: 1, player: 'demo02', amount: '188.00' }],
  same: true,
}

export const entrants = ['demo01', 'demo02', 'demo03'].map((player, place) => ({ place, player }))

export const playerPromos: PlayerPromos = {
  frozen: false,
  frozenReason: null,
  frozenBy: null,
  frozenAt: null,
  items: [
    {
      id: 34,
      name: '天天存款红包',
      kind: 'red_packets',
      state: 1,
      stateText: '可领取',
      amount: '0.00',
      draws: 2,
      progress: [{ name: '今日存款', now: '900.50', need: '3000.00', unit: '元' }],
      reason: null,
      endAt: ago(-100),
    },
    {
      id: 39,
      name: '首存加赠 2%',
      kind: 'first_bonus',
      state: 4,
      stateText: '不适用',
      amount: '0.00',
      draws: 0,
      progress: [],
      reason: '仅限注册后的第一笔存款',
      endAt: null,
    },
  ],
  awards: { items: [], total: 0 },
}

const live = { published: true, from: null, to: null, state: 'live' } as const
const draft = { published: false, from: null, to: null, state: 'draft' } as const

export const announcements: Announcement[] = [
  {
    id: '81',
    title: '周末停机公告',
    text: '今晚维护。\n请提前安排。',
    hotUntil: now + 3_600_000,
    createdAt: ago(30),
    ...live,
  },
  { id: '80', title: '新活动预告', text: '下周开始。', hotUntil: null, createdAt: ago(90), ...draft },
]

export const tickerLines: TickerLine[] = [
  { id: '71', text: '欢迎来到鸿运', position: 0, ...live },
  { id: '72', text: '请认准官方网址', position: 10, ...live },
]

export const banners: Banner[] = [
  {
    id: '61',
    device: 'pc',
    picture: '/art/banner-1.svg',
    title: '鸿运当头',
    line: '一站畅玩',
    button: '立即体验',
    link: '/#/Deposit',
    alt: '鸿运',
    position: 0,
    ...live,
  },
]

export const promotions: Promotion[] = [
  {
    id: '34',
    name: '天天存款红包',
    line: '存得越多，抽得越多',
    picture: '/art/promo-red-packets.svg',
    contentId: '2',
    needs: '',
    starts: ago(60 * 24 * 30),
    ends: null,
    position: 0,
    ...live,
  },
]

export const blocks: Block[] = [{ id: '2', html: '<p class="lead">每日红包</p>', changedAt: ago(500) }]

export const settings: SiteSettings = {
  supportLink: 'https://support.example.com/chat',
  downloads: [{ name: 'Android', link: '/app/hongyun.apk' }],
  maintenance: { state: 'open', from: null, to: null },
  house: {
    operator: '鸿运娱乐有限公司',
    regulator: '',
    licence: '',
    address: '',
    jurisdiction: '',
    email: 'cs@example.com',
    complaintEmail: '',
    privacyEmail: '',
    agentEmail: '',
    arbiter: '',
    helpline: '',
    licenceText: '',
    footerText: '',
  },
  frames: ['help.example.com'],
}

export const games: Game[] = [
  {
    id: '260001',
    venue: 'ky',
    venueName: '鸿运棋院',
    platformId: 26,
    code: '620',
    name: '德州扑克',
    initials: 'dzpk',
    kind: 'board',
    hot: true,
    recommended: false,
    hidden: false,
    position: 10,
    picture: '',
    drawn: '/art/games/cards.svg',
  },
]

export const coinRates: CoinRate[] = [
  {
    network: 'trc20',
    direction: 'deposit',
    rate: '7.15',
    least: '10.00',
    most: '50000.00',
    open: true,
    madeBy: 'admin、finance1',
    madeAt: ago(2000),
    approvalId: null,
  },
  {
    network: 'trc20',
    direction: 'withdrawal',
    rate: '7.1525',
    least: '10.00',
    most: '20000.00',
    open: false,
    madeBy: 'admin、finance1',
    madeAt: ago(1500),
    approvalId: '31',
  },
]

export const coinPayees: CoinPayee[] = [
  {
    id: '4001',
    network: 'trc20',
    address: 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS',
    label: '收款钱包 01',
    enabled: true,
    altered: false,
    received: '12880.57',
    transfers: 41,
    madeBy: 'admin、finance1',
    madeAt: ago(9000),
    changedBy: 'admin、finance1',
    changedAt: ago(9000),
    approvalId: null,
  },
  {
    id: '4002',
    network: 'erc20',
    address: '0x00112233445566778899AABbCCdDeeFf00112233',
    label: '旧钱包',
    enabled: false,
    altered: true,
    received: '0.00',
    transfers: 0,
    madeBy: 'admin、finance1',
    madeAt: ago(19000),
    changedBy: 'finance1',
    changedAt: ago(800),
    approvalId: null,
  },
]

export const coinTransfers: CoinTransfer[] = [
  {
    network: 'trc20',
    tx: 'a1'.repeat(32),
    index: 0,
    from: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    to: 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS',
    coins: '69.94',
    at: ago(4),
    block: 71_200_345,
    confirmations: 7,
    state: 'seen',
    order: null,
    seenAt: ago(3),
    endedAt: null,
  },
  {
    network: 'trc20',
    tx: 'b2'.repeat(32),
    index: 0,
    from: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    to: 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS',
    coins: '139.87',
    at: ago(30),
    block: 71_199_845,
    confirmations: 19,
    state: 'credited',
    order: 'D20261121135800018',
    seenAt: ago(29),
    endedAt: ago(29),
  },
  {
    network: 'trc20',
    tx: 'c3'.repeat(32),
    index: 1,
    from: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    to: 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS',
    coins: '100.000001',
    at: ago(60),
    block: 71_198_845,
    confirmations: 19,
    state: 'stray',
    order: 'S20261121132800044',
    seenAt: ago(59),
    endedAt: ago(59),
  },
]

export const coinAddresses: CoinAddress[] = [
  { id: '51', network: 'trc20', address: 'T9yZXXE*******bnKkDAS', isDefault: true, addedAt: ago(700) },
]
