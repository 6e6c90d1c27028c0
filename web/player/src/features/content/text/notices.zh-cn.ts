/** Texts around the list of all announcements. */
export const zhCN = {
  title: '网站公告',
  ticker: '滚动公告',
  announcements: '全部公告',
  empty: '暂无公告',
}
