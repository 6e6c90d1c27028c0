/**
 * The two programmes that open later. What stands here is the idea as the house has laid it down; levels, amounts and
 * days are told when they open.
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
  fund: {
    title: '优惠基金',
    lead: '优惠基金把您得到的奖励单独存放，以 C$ 计数，和钱包里的钱分开。',
    points: [
      { title: '先进基金', line: '通过 VIP 等得到的奖励，先以 C$ 记入基金，每一笔都有来源可查。' },
      { title: '完成任务', line: '存款等任务完成后，就能把对应的 C$ 解锁到钱包。' },
      { title: '当日有效', line: 'C$ 不能直接提款；当天可以解锁而没有解锁的部分，当天结束后失效。' },
    ],
    note: '任务、比例与金额会在开放时公布。现在没有任何金额记入基金。',
    steps: [
      { title: '看看优惠', line: '各项优惠的条件与标准已经写好，可以先了解。', to: 'activity', link: '查看优惠' },
      {
        title: '查看账目',
        line: '存款、转账与提款的每一笔，都能在资金记录里查到单号。',
        to: 'cashLog',
        link: '资金记录',
      },
    ],
  },
}

export type ProgrammeText = typeof zhCN
