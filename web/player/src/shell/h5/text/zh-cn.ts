/** Texts of the phone's two bars. */
export const zhCN = {
  tabs: '底部导航',
  notices: '公告',
}
