import type {
  BankFile,
  BankLine,
  BankOptions,
  BankPreview,
  BankResult,
  PayoutBatch,
  PayoutFile,
} from '../api/wire-bank'

const at = Date.parse('2026-11-22T04:00:00Z')

export const bankOptions: BankOptions = {
  accounts: [{ id: '1', label: '中国工商银行 鸿运 尾号0001' }],
  forms: [{ code: 'ccb', name: '建设银行 企业网银' }],
}

export const bankLine: BankLine = {
  id: 'bl1',
  file: 'bf1',
  no: 2,
  account: '1',
  label: '中国工商银行 鸿运 尾号0001',
  incoming: true,
  amount: '1000.00',
  at,
  timed: true,
  name: '王小明',
  tail: '4567',
  remark: 'AB12CD34',
  serial: 'N1',
  ref: 'N1',
  state: 'open',
  order: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  proposals: [
    {
      order: 'D1',
      kind: 'deposit',
      playerId: 'demo01',
      amount: '1000.00',
      state: 'claimed',
      name: '王小明',
      at,
      level: 'certain',
      why: ['附言含订单识别码', '金额一致'],
      offered: true,
      booked: false,
      approvalId: null,
    },
  ],
}

/** A line that two orders fit: a person chooses. */
export const doubtfulLine: BankLine = {
  ...bankLine,
  id: 'bl2',
  no: 3,
  amount: '2000.00',
  serial: 'N2',
  ref: 'N2',
  proposals: ['D2', 'D3'].map((order) => ({
    order,
    kind: 'deposit',
    playerId: 'demo02',
    amount: '2000.00',
    state: 'pending',
    name: '李四',
    at,
    level: 'likely',
    why: ['户名一致'],
    offered: false,
    booked: false,
    approvalId: null,
  })),
}

export const bankFile: BankFile = {
  id: 'bf1',
  account: '1',
  label: '中国工商银行 鸿运 尾号0001',
  name: '流水.csv',
  form: 'ccb',
  encoding: 'GB18030',
  lines: 2,
  added: 2,
  leftOut: 1,
  first: at,
  last: at,
  madeBy: 'wu',
  madeAt: at,
  undoneBy: null,
  undoneAt: null,
  reason: null,
  before: null,
}

export const bankPreview: BankPreview = {
  encoding: 'GB18030',
  columns: ['交易时间', '收入', '支出'],
  form: 'ccb',
  mapping: {
    date: '交易时间',
    time: '',
    in: '收入',
    out: '支出',
    amount: '',
    side: '',
    name: '',
    account: '',
    remarks: [],
    serial: '',
    balance: '',
    currency: '',
  },
  problem: null,
  lines: [
    {
      no: 2,
      at,
      timed: true,
      incoming: true,
      amount: '1000.00',
      name: '王小明',
      account: '****4567',
      remark: 'AB12CD34',
      serial: 'N1',
    },
  ],
  count: 1,
  in: '1000.00',
  out: '0.00',
  skipped: [{ no: 4, why: '合计或说明' }],
  leftOut: 1,
}

export const bankResult: BankResult = { line: 'bl1', status: 'done', approvalId: null, problem: null }

export const payoutBatch: PayoutBatch = {
  id: '7',
  orders: 2,
  amount: '300.00',
  waiting: 2,
  state: 'open',
  madeBy: 'wu',
  madeAt: at,
  downloads: 1,
  downloadedAt: at,
  endedAt: null,
  approvalId: null,
}

export const payoutFile: PayoutFile = {
  name: 'payout-batch-7-1.csv',
  text: '序号,收款账号\n1,6222020000000000000\n',
  orders: 1,
  leftOut: [{ order: 'W2', why: '该玩家目前被限制提款，解除后才能出款' }],
}
