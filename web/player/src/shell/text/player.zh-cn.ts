/** Texts of the bars for players, not for visitors; loaded with the login. */
export const zhCN = {
  avatar: (name: string) => `${name}，前往存款`,
  accountOf: (name: string) => `${name}的账户`,
  showBalance: '显示余额',
  hideBalance: '隐藏余额',
  refreshBalance: '刷新余额',
  depositNoticeTitle: '存款到账',
  depositNotice: '您的存款已到账',
  orderSn: '订单号',
  ok: '好的',
  goPlay: '去玩游戏',
}
