import type { Wire } from '@shared/api/wire'

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** /Vip: the player's levels, what they pay, how they came about and the rules. Every figure comes from the server. */
export const zhCN = {
  title: 'VIP 升级',
  lead: '有效投注累积等级，礼金与固定收入自动发到优惠基金。请量力而行。',
  myLevel: '我的等级',
  earned: '累计晋级礼金',
  programmes: 'VIP 计划',
  weekly: '每周VIP',
  monthly: '月度VIP',
  tracks: '晋级路线',
  tab: (name: string, level: number) => `${name} VIP${level}`,
  vip: (level: number) => `VIP${level}`,
  currentOf: (name: string) => `${name} · 当前等级`,
  nextRun: '下次结算（GMT+8）',
  progressOf: (name: string) => `${name}的晋级进度`,
  validBet: '累计有效投注',
  betOf: (bet: string, target: string) => `${bet} / ${target}`,
  missing: (amount: string, level: number) => `还需有效投注 ${amount}，升至 VIP${level}`,
  reached: (level: number) => `已达到 VIP${level} 的要求，下次结算时晋级`,
  highest: '已是最高等级',
  figures: {
    nextBonus: '下一级晋级礼金',
    income: { weekly: '当前每周固定收入', monthly: '当前每月固定收入' },
    earned: '累计晋级礼金',
    cap: '每周固定收入上限',
    most: '最高每月固定收入',
  },
  none: '—',
  table: '等级一览',
  units: '有效投注以元计，其余以 C$ 计',
  column: {
    level: '等级',
    bet: '有效投注',
    bonus: '晋级礼金',
    income: { weekly: '每周收入', monthly: '每月收入' },
    sum: '累计礼金',
  },
  large: { hundredMillion: '亿', tenThousand: '万' },
  here: '当前',
  showAll: (count: number) => `展开全部 ${count} 级`,
  showLess: '收起',
  sources: '我的等级从何而来',
  sourcesLine: (name: string, from: string) => `自 ${from} 起计入「${name}」的有效投注：`,
  sourcesTotal: '合计',
  sourcesEmpty: '还没有计入的有效投注',
  sourcesEmptyLine: '本路线场馆的每一笔有效投注都会计入。',
  rules: '规则说明',
  levelBonus: '等级只升不降；晋级礼金每一级只发一次，一次升多级时逐级发放。',
  weeklyRules: {
    track: (name: string) => `「${name}」只计算本路线场馆的有效投注，各条路线的等级互不影响。`,
    start: (time: string) => `有效投注自 ${time}（GMT+8）起累计。`,
    run: (weekday: number, clock: string) =>
      `每周结算一次：${weekdays[weekday] ?? ''} ${clock}（GMT+8）更新等级并发放礼金与固定收入，无需申请。`,
    income: (cap: string) => `每周固定收入按结算后的等级发放，没有流水要求，每周最高 ${cap}。`,
  },
  monthlyRules: {
    bets: (time: string) => `所有场馆的有效投注合并计算，自 ${time}（GMT+8）起累计。`,
    run: (date: number, clock: string) =>
      `每月结算一次：${date} 日 ${clock}（GMT+8）更新等级并发放礼金与固定收入，无需申请。`,
    income: '每月固定收入按结算后的等级发放。',
  },
  commonRules: [
    '礼金与固定收入自动发到优惠基金，以 C$ 计，完成基金任务后解锁到钱包。',
    '同一地址、邮箱、手机、支付方式或 IP，只有一个账户享受 VIP 收入。',
    '发现滥用时，平台可以冻结或取消 VIP 收入；有争议时，可能请您提供证明文件。',
  ],
  awards: '派发记录',
  toFund: '前往优惠基金',
  award: { item: '项目', sn: '单号', level: '等级', amount: '金额', status: '状态', time: '时间' },
  awardOf: (programme: string, kind: string) => `${programme} · ${kind}`,
  trackNames: { Card: '棋牌电子', Sport: '体育电竞', Live: '真人彩票' } satisfies Record<
    Wire['VipTrack']['Track'],
    string
  >,
  awardsEmpty: '还没有派发记录',
  awardsEmptyLine: '每一笔礼金与固定收入都会记在这里。',
  closed: 'VIP 计划暂未开放',
  closedLine: '开放后，等级与奖励会显示在这里。',
}

export type VipText = typeof zhCN
