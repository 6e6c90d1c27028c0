/** The reality check: what it says of a session, and its three answers. */
export const zhCN = {
  title: '游戏时间提醒',
  lead: '您设置了定时提醒。看一看这次登录以来的情况，再决定是否继续。',
  played: '登录至今',
  length: (hours: number, minutes: number) => (hours > 0 ? `${hours} 小时 ${minutes} 分钟` : `${minutes} 分钟`),
  net: '已结算输赢',
  deposits: '到账存款',
  goOn: '我知道了，继续',
  records: '查看投注记录',
  logout: '退出登录',
}
