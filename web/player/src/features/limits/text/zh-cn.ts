import type { Wire } from '@shared/api/wire'
import type { TimeOutDays } from '../time-out-days'

/** /Limits 理性娱乐: limits of deposits, a time-out, self-exclusion, reality checks. Calm, and plain about what follows. */
export const zhCN = {
  title: '理性娱乐',
  lead: '先定好规矩，再开始玩。这里的限制由您自己设置，收紧立即生效，放松要等一等；客服也不能替您提前解除。',
  standing: '当前状态',
  free: '没有冷静期或自我排除，可以正常使用。',
  timedOut: (at: string) => `冷静期进行中，${at}自动结束。`,
  excluded: (at: string) => `已自我排除，最早可于 ${at}申请恢复。`,
  excludedForever: (at: string) => `已无限期自我排除，最早可于 ${at}申请恢复。`,
  excludedOver: '自我排除期限已满，但仍然有效，直到您申请恢复并等待期满。',
  excludedEnding: (at: string) => `已申请恢复，自我排除将于 ${at}结束，在此之前仍然有效。`,
  stillPossible: '期间不能存款、转入场馆、进入游戏或领取奖金；可以查看记录、回收余额和提款，未结算的注单照常结算。',
  recycle: '回收余额',
  withdraw: '去提款',
  askReturn: '申请恢复',
  askReturnLine: '申请后，定期的自我排除再过 24 小时结束，无限期的再过 7 天结束。',
  deposits: '存款限额',
  depositsLine:
    '按滚动时间计算，到账的存款与尚未完成的订单都算在内，提款不抵扣；几项限额同时设置时，剩余最少的一项生效。',
  periods: { day: '24 小时', week: '7 天', month: '30 天' },
  none: '未设置',
  used: (used: string, open: string) => (open === '0.00' ? `已用 ¥${used}` : `已用 ¥${used}，未完成订单 ¥${open}`),
  left: (left: string) => `还可存 ¥${left}`,
  usageOf: (period: string) => `${period}限额的使用`,
  pending: (amount: string, ready: string, lapses: string) =>
    `等待修改为 ${amount}：${ready}起可以确认，${lapses}前未确认即失效`,
  confirm: '确认修改',
  cancel: '放弃修改',
  change: '设置',
  changeOf: (period: string) => `设置 ${period}限额`,
  amount: '限额（元）',
  amountHint: '填写整数或两位小数；填 0 表示取消限额',
  amountWrong: '请输入正确的限额',
  lower: (period: string, amount: string) =>
    `确定后立即生效：任意 ${period}内最多存款 ${amount}。以后要提高，须等待 24 小时并再次确认。`,
  raise: (period: string, amount: string) =>
    `提高或取消不会立即生效：24 小时后您需要回到这里确认，${period}限额才会变为 ${amount}，现在的限额在此之前不变。`,
  noLimit: '不限',
  yuan: (amount: string) => `¥${amount}`,
  next: '下一步',
  back: '返回修改',
  sure: '确定',
  leave: '取消',
  timeOut: '冷静期',
  timeOutLine: '想停几天，到期自动恢复。生效后不能缩短，也不能提前结束。',
  days: '时长',
  dayNames: { '1': '24 小时', '3': '3 天', '7': '7 天', '14': '14 天', '30': '30 天', '42': '6 周' } satisfies Record<
    TimeOutDays,
    string
  >,
  startTimeOut: '开始冷静期',
  timeOutAsk: (days: string) => `确定后立即生效，持续 ${days}，任何人都不能提前结束。`,
  exclude: '自我排除',
  excludeLine: '想长时间停下来。期满不会自动恢复，需要您本人申请，再等待 24 小时（无限期为 7 天）。',
  term: '期限',
  terms: { '6m': '6 个月', '1y': '1 年', '5y': '5 年', indefinite: '无限期' } satisfies Record<
    Wire['ExcludeIn']['term'],
    string
  >,
  startExclude: '自我排除',
  excludeAsk: (term: string) => `确定后立即生效，期限 ${term}。任何人都不能提前解除或缩短，包括您自己和客服。`,
  excludeForeverAsk: '确定后立即生效，没有结束日期。满 6 个月后您才可以申请恢复，再等待 7 天；任何人都不能提前解除。',
  password: '登录密码',
  passwordEmpty: '请输入登录密码',
  reality: '游戏时间提醒',
  interval: '提醒间隔',
  realityLine: '登录后每隔一段时间，提醒您已经玩了多久、输赢多少、存了多少。',
  minutes: { '0': '关闭', '30': '30 分钟', '60': '60 分钟', '120': '120 分钟' } satisfies Record<
    Wire['RealityIn']['minutes'],
    string
  >,
  history: '历史记录',
  historyEmpty: '还没有设置过',
  time: '时间',
  what: '内容',
  state: '状态',
  limitChange: (period: string, was: string, now: string) => `${period}限额：${was} → ${now}`,
  stopText: (kind: string, term: string) => `${kind}：${term}`,
  states: { applied: '已生效', waiting: '等待确认', cancelled: '已放弃或失效', ended: '已结束', stands: '进行中' },
  daysTerm: (days: string) => `${days} 天`,
  china: (time: string) => `${time}（北京时间）`,
}

export type LimitsText = typeof zhCN
