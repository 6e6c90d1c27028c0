/** Texts around every article. */
export const zhCN = {
  articles: '帮助与条款',
  demo: '本站是演示站点，没有博彩牌照，文中的运营方与联系方式仅为示例。',
  contents: '本页内容',
  updated: '本页内容由运营方提供，以最新公布为准。',
}
