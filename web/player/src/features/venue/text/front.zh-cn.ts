/** The words between the two sides in the name of a match. */
export const between = /\s+(?:-?vs\.?-?|对|@)\s+/i

/** Texts of a venue's page about its games and about what its bets tell. */
export const zhCN = {
  own: '本馆游戏',
  ownCount: (count: number) => `共 ${count} 款`,
  all: (count: number) => `展开全部 ${count} 款`,
  fold: '收起',
  elsewhere: '同类场馆的游戏',
  hall: '本馆大厅',
  failed: '本馆的游戏没有读到',
  retry: '重试',

  /** Where a board comes from: what players of this site bet on, as the venue reported it. */
  source: (ago: string) => `来自本场馆注单，最近一条 ${ago}`,
  matches: '正在投注的比赛',
  matchesLine: '赔率是投注时的盘口，仅供参考',
  starts: (time: string) => `${time} 开赛`,
  started: (time: string) => `${time} 已开赛`,
  scoreAt: (time: string) => `${time} 比分`,
  settled: '已结算',
  versus: '对',
  taken: (time: string) => `${time} 成交`,
  /** The forms of odds, short enough to stand beside a time. */
  odds: { EU: '欧盘', EURO: '欧盘', DEC: '欧盘', HK: '港盘', MY: '马盘', ID: '印尼盘', AM: '美盘' } as Record<
    string,
    string
  >,

  draws: '最新开奖',
  issue: (number: string) => `第 ${number} 期`,
  earlier: '往期',

  tables: '牌桌路单',
  tablesLine: '只列出本站有投注的局',
  rounds: (count: number) => `近 ${count} 局`,
  mark: {
    banker: '庄',
    player: '闲',
    tie: '和',
    dragon: '龙',
    tiger: '虎',
    big: '大',
    small: '小',
    triple: '围',
  } as Record<string, string>,
  road: (game: string) => `${game}的近期结果，从旧到新`,

  hands: '最近牌局',

  wins: '本馆最新派彩',

  life: '正在进行',
  lifeLine: '来自本站注单：盘口是投注时的，牌路与开奖只列有投注的局',
  /** The way from an item to its venue. */
  goVenue: (venue: string) => `进入 ${venue}`,
}
