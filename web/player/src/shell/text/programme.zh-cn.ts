/**
 * The programme that opens later. What stands here is the idea as the house has laid it down; levels, amounts and days
 * are told when it opens.
 */
export const zhCN = {
  soon: '即将开放',
  ideas: '它是怎样运作的',
  meanwhile: '开放之前，您可以',
  vip: {
    title: 'VIP 升级',
    lead: '等级按有效投注自动计算，不用申请；请量力而行。',
    points: [
      { title: '三条路线', line: '棋牌与电子、体育与电竞、真人与彩票分开计算，各有各的等级。' },
      { title: '自动升级', line: '有效投注达到下一级的要求即可升级，晋级礼金与每周收益自动派发。' },
      { title: '发到优惠基金', line: 'VIP 的礼金与收益以 C$ 发到优惠基金，再按规则解锁到钱包。' },
    ],
    note: '各级要求、礼金与派发时间会在开放时公布。开放之前的有效投注是否计入，以届时的公告为准。',
    steps: [
      { title: '照常游戏', line: '已开放的场馆都记录有效投注，可在投注记录中查看。', to: 'board', link: '去棋牌大厅' },
      { title: '完善资料', line: '真实姓名、手机与银行卡绑定好，以后的核对更快。', to: 'profile', link: '完善资料' },
    ],
  },
}

export type ProgrammeText = typeof zhCN
