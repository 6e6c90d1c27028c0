/** What the phone's two bars say. */
export const zhCN = {
  tabs: '底部导航',
  notices: '公告',
}
