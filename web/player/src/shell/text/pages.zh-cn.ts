/** What only the shell's own pages say; it comes with them. */
export const zhCN = {
  notFoundTitle: '页面不存在',
  notFoundLine: '您访问的地址有误，或页面已经移走。',
  soonTitle: '即将开放',
  soonLine: (name: string) => `${name}正在筹备中，开放后会在公告中通知您。`,
  soonMeanwhile: '先去棋牌大厅看看',
  maintainTitle: '系统升级维护中，请稍后再试',
  maintainHint: '您可以先试试其他游戏',
  maintainReload: '重新加载',
  maintainFrom: '开始时间',
  maintainTo: '结束时间',
  toHome: '返回首页',
  toSupport: '联系客服',
  mineGreeting: '登录后查看您的账户',
}
