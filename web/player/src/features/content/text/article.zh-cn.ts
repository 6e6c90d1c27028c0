/** Texts around every article. */
export const zhCN = {
  articles: '帮助与条款',
  demo: '本站是演示站点，没有博彩牌照。文中的运营方、牌照与监管机构仅为示例，正式运营时由持牌运营方填写。',
  contents: '本页内容',
  updated: '本页内容由运营方提供，以最新公布为准。',
}
