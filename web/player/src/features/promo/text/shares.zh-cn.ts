/** How much of the bets on which games counts for a turnover requirement. */
export const shares = {
  show: '查看各游戏计入比例',
  hide: '收起计入比例',
  of: (action: string, name: string) => `${action}：${name}`,
  kinds: '按游戏类别',
  games: '单独规定的游戏与场馆，优先于类别',
  percent: (percent: number) => (percent === 0 ? '不计入' : percent === 100 ? '全部计入' : `按 ${percent}% 计入`),
  empty: '所有游戏的有效投注全部计入',
}
