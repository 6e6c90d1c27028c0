import type { FindingState, ReconRun } from '../api/wire'

/** Texts of the comparisons with the companies. */
export const reconcile = {
  reconcile: {
    title: '对账差异',
    runs: '最近对账',
    run: '立即对账',
    runDone: '已开始对账',
    startedAt: '开始时间',
    cause: '由来',
    causes: { nightly: '每夜', hand: '人工', command: '命令行', restore: '恢复之后' } satisfies Record<
      ReconRun['cause'],
      string
    >,
    runState: '状态',
    runStates: { running: '进行中', done: '完成', error: '未能完成' } satisfies Record<ReconRun['state'], string>,
    looked: '已比较',
    lookedText: (deposits: number, transfers: number, balances: number) =>
      `存款 ${deposits} · 转账 ${transfers} · 场馆余额 ${balances}`,
    opened: '新差异',
    waiting: '待注单',
    unasked: '没有应答',
    unaskedMore: (first: string, more: number) => `${first} 等，另有 ${more} 个`,
    unaskedLeast: (first: string, more: number) => `${first} 等，另有至少 ${more} 个`,
    firstSeen: '首次发现',
    kind: '差异',
    channel: '通道',
    player: '玩家',
    subject: '订单或账户',
    what: '说明',
    look: (what: string) => `应查看：${what}`,
    difference: '相差（元）',
    state: '状态',
    states: { open: '待处理', settled: '已处理', cleared: '已一致' } satisfies Record<FindingState, string>,
    settle: '处理',
    asked: '待复核',
    settled: '差异已处理',
    settleTitle: (title: string) => `处理对账差异：${title}`,
    settleExplain: '写明查到的原因。与资金有关的差异须由另一人复核；处理差异本身不移动任何资金。',
    empty: '没有差异',
    emptyOpen: '没有未结的差异',
    all: '全部',
  },
} as const
