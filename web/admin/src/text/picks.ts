/** The sides of a bet, and the kinds of markets, by the codes of venue/wire. */
type Side = 'home' | 'draw' | 'away' | 'over' | 'under' | 'odd' | 'even'
type MarketKind = 'result' | 'winner' | 'handicap' | 'total' | 'oddeven'

const sides = {
  home: '主队',
  draw: '和局',
  away: '客队',
  over: '大',
  under: '小',
  odd: '单',
  even: '双',
} satisfies Record<Side, string>

const kinds = {
  result: '胜平负',
  winner: '胜负',
  handicap: '让球',
  total: '大小',
  oddeven: '单双',
} satisfies Record<MarketKind, string>

/** wordOf is the word for a code; undefined for one that only the venue knows. */
function wordOf<Code extends string>(words: Record<Code, string>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code as Code] : undefined
}

/** picks are the words for what a bet was on. */
export const picks = {
  picks: {
    title: '投注选项',
    market: '对押盘口',
    side: '方向',
    league: '联赛',
    event: '赛事',
    match: '赛事编号',
    leg: '盘口',
    pick: '选项',
    odds: '赔率',
    score: '下注时比分',
    result: '赛果',
    /** sideOf names a side, or several outcomes; another word stays as the venue sent it. */
    sideOf: (side: string) =>
      side
        .split('+')
        .map((part) => wordOf(sides, part) ?? part)
        .join(' 或 '),
    /** marketOf names a market of a match by its kind, part, line and score; another one stays as the venue sent it. */
    marketOf: (market: string) => {
      const [kind = '', part = '', ...rest] = market.split('/')
      const name = wordOf(kinds, kind)
      return name === undefined ? market : [name, part !== '0' && part, ...rest].filter(Boolean).join(' ')
    },
  },
} as const
