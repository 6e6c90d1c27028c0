import { boot } from '@shared/boot'

/** Texts about kinds of games and venues for home, the category pages and their tabs. */
export const zhCN = {
  category: {
    sport: { title: '体育竞技', line: '足球篮球，赛前与滚球一处看全' },
    live: { title: '真人视讯', line: boot.demo ? '演示牌桌，系统发牌' : '真人荷官，实时发牌' },
    fish: { title: '捕鱼游戏', line: '深海寻宝，步步有惊喜' },
    slot: { title: '电子游戏', line: '题材各异，按玩法挑选' },
    esport: { title: '电子竞技', line: '热门赛事，全程追踪' },
    lottery: { title: '彩票游戏', line: '全天开奖，号码公开' },
    board: { title: '棋牌对战', line: '同桌竞技，随到随坐' },
  },
  short: { sport: '体育', live: '真人', fish: '捕鱼', slot: '电子', esport: '电竞', lottery: '彩票', board: '棋牌' },

  // As shipped in the catalogue, for as long as it is not known. Pages that share a venue have names of their own.
  venue: {
    sport05: { name: '凌云体育', line: '足球篮球，场场在列' },
    sport01: { name: '擎天体育', line: '滚球盘口，分秒更新' },
    sportIm: { name: 'IM 体育', line: '赛前滚球，一站看全' },
    sport04: { name: '万象体育', line: '界面轻快，手机也顺手' },
    sport03: { name: 'FB 体育', line: '玩法丰富，赔率清晰' },
    sport02: { name: '逐日体育', line: '盘口分明，细致入微' },
    sportBti: { name: 'BTI 体育', line: '欧洲盘口，老牌之选' },
    xiaojin: { name: '小金体育', line: '简洁上手，轻松看球' },
    live03: { name: '揽月真人', line: '多桌同开，随到随坐' },
    live01: { name: '听涛真人', line: '节奏从容，路单清楚' },
    live02: { name: '万象真人', line: '极速牌局，紧凑利落' },
    fish: { name: '捕鱼大厅', line: '各色渔场，任您下网' },
    slot47: { name: '聚宝电子', line: '东方题材，喜气满屏' },
    slot8: { name: '流金电子', line: '经典转轮，精彩不断' },
    esport: { name: '天枢电竞', line: '热门赛事，即刻开战' },
    lottery02: { name: '万象彩票', line: '彩种齐全，走势清楚' },
    lottery00: { name: '时时运', line: '时时彩、十一选五与六合，期期可查' },
    lottery01: { name: '吉星彩', line: '经典玩法，简单好懂' },
    board03: { name: '听雨轩', line: '抢庄牛牛与二八杠，热闹开局' },
    board01: { name: '鸿运棋院', line: '抢庄牛牛、炸金花、二八杠，随时开桌' },
    board02: { name: '乐弈楼', line: '三公、炸金花，快节奏对局' },
    board04: { name: '观棋阁', line: '二八杠、三公，高低桌任选' },
    board05: { name: '松月斋', line: '四种玩法，轻松上手' },
  },

  /** Pages that share a venue share the money there (D-18). */
  wallet: (venue: string) => `与${venue}共用余额`,
  /** Where a page and its venue have different names, a launch and the wallet say both. */
  both: (name: string, other: string) => `${name}（${other}）`,

  state: { open: '开放中', maintenance: '维护中', closed: '暂停开放', absent: '未开放' },
  moneyStopped: '暂停转账',
  moneyStoppedLine: '本场馆暂停转入转出，馆内余额可继续游戏。',
  stateUnknown: '场馆状态暂时无法获取',
  retry: '重试',
  play: '进入游戏',
  join: '立即加入',
  newTab: '（在新窗口打开）',
  needLogin: '还未登录，请先登录',

  halls: '游戏大厅',
  hallsLine: '七大类游戏，一个钱包畅玩',
  venuesOpen: (count: number) => `${count} 个场馆开放中`,
  openNow: '正在开放',
  openNowLine: '余额随账户走，现在就能入座',
  noneOpen: '目前没有开放的场馆，开放时会在公告中通知您。',
  kinds: '游戏分类',

  notOpen: '未开放的场馆',
  notOpenLine: '现在不能进入；开放时会在公告中通知您。',
  all: '全部',
}

export type VenuesText = typeof zhCN
export type VenueKey = keyof VenuesText['venue']
