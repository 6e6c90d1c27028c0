/** Texts of some phone pages: the wallet, the player's own page, notices, the pull. */
export const zhCN = {
  showBalance: '显示余额',
  hideBalance: '隐藏余额',
  refreshBalance: '刷新余额',
  totalAssets: '总资产',
  openStakes: (yuan: string) => `未结算投注约 ¥${yuan}，以场馆为准`,
  services: '我的服务',
  moreServices: '更多',
  notices: '公告',
  addToHome: '添加到主屏幕',
  addedSoon: '一点即开',
  greetingTitle: (site: string) => `欢迎来到${site}`,
  greetingLine: '登录后查看余额、记录与专属优惠',
  pull: '下拉刷新',
  release: '松开刷新',
  refreshing: '正在刷新',
  refreshed: '已刷新',
}
