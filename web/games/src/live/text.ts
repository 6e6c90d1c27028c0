import { grouped } from '../amount'
import type { Outcome, Phase, TableGame } from './wire'

/** The Chinese of the dealer tables. */
export const text = {
  title: '真人大厅',
  playMoney: '演示 · 试玩币',
  forFun: '试玩',
  games: { baccarat: '百家乐', dragontiger: '龙虎', roulette: '轮盘', sicbo: '骰宝' } satisfies Record<
    TableGame,
    string
  >,
  all: '全部',
  limits: (min: string, max: string) => `限红 ${grouped(min)} – ${grouped(max)}`,
  phase: { betting: '下注中', dealing: '开牌中', shown: '结算' },
  spinning: '转盘中',
  rolling: '摇骰中',
  simulated: '模拟',
  simulatedNote: '标有“模拟”的是模拟玩家，与您同局同规则，只用试玩币',
  others: (n: number, sum: string) => `同桌 ${n} 人 · ${grouped(sum)}`,
  othersNote: '同桌人数与金额含模拟玩家，他们与您同局同规则，只用试玩币',
  othersAtTable: '同桌投注',
  people: (n: number) => `${n} 人`,
  seconds: (n: number) => `${n} 秒`,
  enter: '入座',
  balance: '余额',
  onTable: '本局已投',
  chosen: '待确认',
  confirm: '确认下注',
  undo: '撤销',
  clear: '清空',
  repeat: '重复上局',
  toFloor: '‹ 大厅',
  back: '‹ 返回',
  rules: '规则',
  records: '记录',
  fair: '公平验证',
  close: '关闭',
  chips: '筹码',
  roundIs: (id: string) => `局号 ${id}`,
  lastRound: '上局',
  diceAre: (dice: number[]) => `骰子 ${dice.join('、')}`,
  total: (n: number) => `${n} 点`,
  each: '每颗 1:1',
  odds: (odds: number) => `1:${odds / 100}`,
  least: (min: string) => `每注最低 ${min}`,
  most: (max: string) => `每注最高 ${max}`,
  closedNow: '本局已停止下注',
  noRecords: '还没有记录，入座下一注试试。',
  recordColumns: ['时间', '桌台 · 局', '投注', '金额', '派彩'],
  open: '未开',
  void: '已退回',
  unsure: '网络中断，未收到答复。若下注已成功，会显示在“本局已投”。',
  fairSentence: '每一局的结果由庄家种子决定。下注期间先公布其承诺值（SHA-256），停止下注后公开种子，您可以自行核对。',
  commitment: '承诺值',
  seed: '本局种子',
  seedLater: '停止下注后公开',
  road: '路单',
  beads: '珠盘路',
  big: '大路',
  hot: '最近号码',
  keys: '数字键选择筹码，回车确认下注，退格撤销',
  left: { baccarat: '闲', dragontiger: '龙', roulette: '', sicbo: '' } satisfies Record<TableGame, string>,
  right: { baccarat: '庄', dragontiger: '虎', roulette: '', sicbo: '' } satisfies Record<TableGame, string>,
  points: (n: number) => `${n} 点`,
  winner: {
    banker: '庄赢',
    player: '闲赢',
    tie: '和',
    dragon: '龙赢',
    tiger: '虎赢',
    red: '红',
    black: '黑',
    zero: '零',
    big: '大',
    small: '小',
    triple: '围骰',
  } as Record<string, string>,
  short: {
    banker: '庄',
    player: '闲',
    tie: '和',
    dragon: '龙',
    tiger: '虎',
    big: '大',
    small: '小',
    triple: '围',
  } as Record<string, string>,
  /** The short names of spots, where a name is too long. */
  shortSpots: { triple: '围骰' } as Record<string, string>,
  ruleLines: {
    baccarat: [
      '闲、庄各发两张牌，按补牌规则决定是否补第三张，点数的个位更接近 9 者赢。',
      '和局时，庄、闲的投注退回。庄赢抽水 5%，赔率 1:0.95。',
      '理论返还率：庄 98.94%，闲 98.76%，和 85.64%，对子 89.64%。',
    ],
    dragontiger: [
      '龙、虎各发一张牌，A 最小，K 最大，大者赢。',
      '开和时，龙、虎的投注退回一半。',
      '理论返还率：龙、虎 96.27%，和 67.23%。',
    ],
    roulette: [
      '单零轮盘，共 37 格。号码 1:35，打与列 1:2，红黑、单双、大小 1:1。',
      '开零时，除号码 0 外均不中。理论返还率 97.30%。',
    ],
    sicbo: [
      '三颗骰子由系统掷出。大为 11 至 17 点，小为 4 至 10 点；开围骰（三颗相同）时，大、小、单、双均不中。',
      '单骰：所押点数每出现一颗，按 1:1 加派一次，三颗全中为 1:3。对子：至少两颗为所押点数。',
      '点数押三颗之和，4 与 17 至 10 与 11 的赔率依次为 1:60、1:30、1:18、1:12、1:8、1:7、1:6。',
      '理论返还率：大小单双 97.22%，单骰 92.13%，对子 81.48%，任意围骰 86.11%，指定围骰 83.80%。',
      '点数返还率：4、17 为 84.72%，5、16 为 86.11%，6、15 为 87.96%，7、14 为 90.28%，8、13 为 87.50%，9、12 为 92.59%，10、11 为 87.50%。',
    ],
  } satisfies Record<TableGame, string[]>,
}

/** The part of a round that is on, in words of the game. */
export function phaseName(phase: Phase, game: TableGame): string {
  if (phase === 'dealing' && game === 'roulette') return text.spinning
  if (phase === 'dealing' && game === 'sicbo') return text.rolling
  return text.phase[phase]
}

/** How a round ended in one line, such as the points of both hands and the winner. */
export function endOf(game: TableGame, outcome: Outcome): string {
  const winner = text.winner[outcome.winner] ?? ''
  if (game === 'roulette') return `${outcome.number} ${winner}`
  if (game === 'sicbo')
    return `${[...(outcome.dice ?? [])].sort((a, b) => a - b).join(' ')} · ${text.total(outcome.number)} ${winner}`
  const [left, right] = outcome.points
  return `${text.left[game]} ${left} : ${text.right[game]} ${right} · ${winner}`
}

/** The player's result of a round, with its sign. */
export const gain = (net: number) => `${net > 0 ? '+' : ''}${grouped(net.toFixed(2))}`
