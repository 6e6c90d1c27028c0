export const zhCN = {
  tabs: '棋牌场馆',
  intro:
    '真实牌桌，实时对局：真人荷官主持百家乐、骰宝、轮盘等经典游戏，现场画面高清直播，24 小时全程监控，每一局都有编号可查。',
  play: '进入游戏',
  notOpen: '该场馆即将开放，敬请期待',
  inMaintenance: '该场馆维护中，您可以先试试其他场馆',
  newTab: '（在新窗口打开）',
  venue: {
    board01: { name: '鸿运棋院', line: '抢庄牛牛、炸金花、二八杠，随时开桌' },
    board02: { name: '乐弈楼', line: '经典玩法，快节奏对局' },
    board03: { name: '听雨轩', line: '百人同场，热闹开局' },
    board04: { name: '观棋阁', line: '桌桌高手，局局精彩' },
    board05: { name: '松月斋', line: '轻松上手，畅快对战' },
  },
  points: [
    { title: '真人荷官', line: '专业荷官在线发牌' },
    { title: '全程监控', line: '24 小时画面留存' },
    { title: '局号可查', line: '投注记录逐笔对应' },
  ],
  loading: '游戏载入中，请稍候…',
  launchFailed: '加载失败，请返回重试',
  illegal: '未登录或非法操作',
  needLogin: '还未登录，请先登录',
  back: '返回',
  retry: '重试',
}
