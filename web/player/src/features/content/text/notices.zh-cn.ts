/** What stands over the announcements when a player wants to read them all. */
export const zhCN = {
  title: '网站公告',
  ticker: '滚动公告',
  announcements: '全部公告',
  empty: '暂无公告',
}
