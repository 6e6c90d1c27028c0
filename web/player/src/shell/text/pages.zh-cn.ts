/** Texts of the shell's own pages; loaded with them. */
export const zhCN = {
  notFoundTitle: '页面不存在',
  notFoundLine: '您访问的地址有误，或页面已经移走。',
  maintainTitle: '系统升级维护中，请稍后再试',
  maintainHint: '您可以先试试其他游戏',
  maintainLine: '维护期间，您的余额、注单与提款申请都安全保存。',
  maintainReload: '重新加载',
  maintainFrom: '开始时间',
  maintainTo: '结束时间',
  maintainZone: '以上为北京时间（GMT+8）',
  maintainOpen: '结束时间以公告为准',
  maintainStill: '仍在维护中，感谢您的耐心等待',
  maintainSilent: '服务暂时没有回应，请稍后再试',
  toHome: '返回首页',
  toSupport: '联系客服',
  askTitle: '还有不清楚的地方？',
  askLine: '把问题告诉客服，请附上用户名和相关单号。',
}
