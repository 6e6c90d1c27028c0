import { boot } from '@shared/boot'

/** Texts of the category pages alone: the kinds of games, and the venues' states. */
export const zhCN = {
  tabs: (category: string) => `${category}场馆`,
  aboutOpen: (category: string) => `关于${category}`,
  plays: '主要玩法',
  valid: '有效投注怎么算',
  others: '更多场馆',
  // There is no contract with it, so the text names no date: the operator's own announcements may.
  absentLine: (name: string) => `${name}目前未开放，不能进入。`,
  maintenanceLine: (name: string) => `${name}正在例行维护，您的余额与注单不受影响。`,
  closedLine: (name: string) => `${name}暂停开放，恢复时会在公告中通知您。您的余额与注单不受影响。`,
  until: '预计恢复',
  untilZone: (time: string) => `${time}（GMT+8）`,
  untilUnknown: '以公告为准',
  goTo: (name: string) => `先去${name}`,
  steps: '怎样入座',
  step: [
    { title: '登录账户', line: '没有账户，先花一分钟注册' },
    { title: '备好余额', line: '存款先进中心钱包，再转入场馆；开启自动转账后，进场时余额自动跟随' },
    { title: '进入游戏', line: '在新窗口打开，关闭后随时回到本站' },
  ],

  category: {
    sport: {
      intro:
        '足球与篮球赛事从早到晚轮番开盘，赛前与滚球都能下注。独赢、让球、大小、单双与波胆，赔率随比赛实时更新，每张注单都能查到下注时间、盘口与结算结果。',
      plays: ['独赢', '让球', '大小', '单双', '波胆', '串关', '滚球'],
      points: [
        { title: '赛事不断', line: '足球与篮球，随时有比赛可看' },
        { title: '赔率透明', line: '香港盘、欧洲盘、马来盘自由切换' },
        { title: '结算可查', line: '每张注单写明盘口与赛果' },
      ],
      valid: '取投注额与输赢绝对值中较小的一个；取消、作废与走盘的注单不计。',
    },
    live: {
      // The tables of the demo are dealt by a program, and the page does not say otherwise.
      intro: boot.demo
        ? '百家乐、龙虎、轮盘与骰宝，多桌同开。演示站点的牌桌由系统发牌，没有荷官和视频画面；每一局都有编号，路单随时可以回看。'
        : '百家乐、龙虎、轮盘与骰宝由真人荷官在专业演播室主持，多机位高清直播，发牌、开牌全程看得见。每一局都有编号，结果与画面一一对应，随时可以回看路单。',
      plays: ['百家乐', '龙虎', '轮盘', '骰宝'],
      points: [
        boot.demo
          ? { title: '系统发牌', line: '每桌按时开局，结果可查' }
          : { title: '真人荷官', line: '受训荷官轮班主持' },
        boot.demo
          ? { title: '路单完整', line: '每一桌的走势随时回看' }
          : { title: '高清直播', line: '多机位画面，清晰流畅' },
        { title: '一局一号', line: '局号与投注记录对应' },
      ],
      valid: '以场馆回报的有效投注为准；和局与取消的注单不计。',
    },
    esport: {
      intro:
        '电竞赛事从早到晚轮番开打，赛前与滚球盘口随比赛推进实时更新。胜负、地图让分、地图总数与地图比分清楚说明，赛事取消或改期按规则退还本金。',
      plays: ['胜负', '地图让分', '地图总数', '地图比分', '串关', '滚球'],
      points: [
        { title: '赛事不断', line: '三局两胜到五局三胜，随时开打' },
        { title: '实时盘口', line: '随局势变化及时更新' },
        { title: '规则清楚', line: '改期与取消如何处理先写明' },
      ],
      valid: '取投注额与输赢绝对值中较小的一个；取消与作废的注单不计。',
    },
    lottery: {
      intro:
        '时时彩、快三与赛车等彩种全天轮番开奖，开奖号码与来源公开，走势随时可查。玩法赔率在投注前列明，每一注都能在记录中找到期号与结果。',
      plays: ['时时彩', '快三', '赛车', '大小单双'],
      points: [
        { title: '全天开奖', line: '多个彩种，期期不断' },
        { title: '号码公开', line: '开奖号码与走势可查' },
        { title: '期号对应', line: '每一注都写明期号' },
      ],
      valid: '以场馆回报的有效投注为准；撤单与取消的注单不计。',
    },
    board: {
      intro:
        '抢庄牛牛、炸金花、三公与二八杠，四五人围坐一桌，随到随坐。牌型与倍数在桌上写明，每一局都有编号，结束后随时可查。',
      plays: ['抢庄牛牛', '炸金花', '三公', '二八杠'],
      points: [
        { title: '同桌对局', line: '四五人一桌，随到随坐' },
        { title: '规则写明', line: '牌型与倍数就在桌上' },
        { title: '局号可查', line: '投注记录逐笔对应' },
      ],
      valid: '以场馆回报的有效投注为准；和局与取消的注单不计。',
    },
  },
}

/** The kinds of games with such a page; fishing and slots have pages of their own. */
export type PagedCategory = keyof (typeof zhCN)['category']
