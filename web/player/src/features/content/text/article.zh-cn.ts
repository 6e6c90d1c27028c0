/** Texts around every article. */
export const zhCN = {
  articles: '帮助与条款',
  contents: '本页内容',
  updated: '本页内容由运营方提供，以最新公布为准。',
}
