/** /Discount, and what a player's own state says elsewhere. */
export const claim = {
  title: '自助优惠',
  lead: '达到条件的优惠由您自己领取，领到的钱进入中心钱包。',
  ready: (count: number) => `${count} 项可领取`,
  list: '我的优惠',
  barredTitle: '暂时不能参加',
  toActivity: '查看全部优惠',
  empty: '暂无数据',
  emptyHint: '现在没有可以参加的优惠，新的优惠会在公告中通知您。',

  claim: '领取',
  draw: '开红包',
  go: '去完成',
  deposit: '去存款',
  atLeast: (name: string, amount: string) => `${name}不少于 ${amount}`,
  of: (action: string, name: string) => `${action}：${name}`,
  rules: (name: string) => `查看规则：${name}`,
  complete: '去完善资料',
  claimed: '领取成功！',
  unheard: '没有收到结果，可能已经领取',
  unheardLine: '刚才没有收到结果，可能已经领取。请再点一次，同一份奖励不会领取两次。',
  draws: (count: number) => `${count} 次抽取机会`,
  progressOf: (condition: string, name: string) => `${name}：${condition}的进度`,
  left: '剩余',
  until: (time: string) => `${time} 截止`,
  comes: (time: string) => `${time} 自动派发`,

  invite: '我的邀请链接',
  odds: '红包金额与中奖概率',
  oddsAmount: '单个红包',
  oddsChance: '概率',
  oddsLine: '每次抽取互不影响，金额由系统随机产生，开出后不能更改。',
  packetTitle: '开红包',
  packetLine: (count: number) => (count > 1 ? `您有 ${count} 个红包，一次全部打开` : '您有 1 个红包'),
  packetOpening: '正在处理中...',
  packetSum: '恭喜您，获得',
  packetList: '每个红包的金额',
  packetNo: (number: number) => `第 ${number} 个`,
  packetClose: '收下',

  awards: '领取记录',
  awardsEmpty: '还没有领取记录',
  awardsEmptyLine: '领取和自动派发的优惠都会记在这里。',
  time: '时间',
  name: '优惠',
  sum: '金额',
  turnover: '需完成流水',
  noTurnover: '无',
  status: '状态',
  remark: '说明',
  sn: '单号',
}

/** On the deposit's form. */
export const depositChoice = {
  title: '参加优惠',
  onlyOne: (count: number) => (count === 2 ? '二选一，每笔存款只能参加一项' : '每笔存款只能参加一项'),
  firstOnly: (name: string) => `${name}只限第一笔存款。本次不选，这笔存款到账后就不能再参加。`,
  most: '赠送最多',
  none: '不参加优惠',
  noneShort: '没有加赠',
  turnover: (turnover: string) => `流水 ¥${turnover}`,
  bonus: (bonus: string, turnover: string) => `加赠 ¥${bonus} · 流水 ¥${turnover}`,
  share: (rate: string, cap: string) => (cap ? `加赠存款的 ${rate}，最多 ¥${cap}` : `加赠存款的 ${rate}`),
  over: '已参加或暂不能选',
  noneLine: '本次存款不参加优惠，只需完成存款本身的流水。',
  asks: (deposit: string, turnover: string) => `存 ¥${deposit}，完成流水 ¥${turnover} 后可全部提款。`,
  chosenLine: (line: string, waits: boolean) => {
    const when = waits ? '存款后30天内填写真实姓名并绑定本人银行卡，加赠才会到账' : '加赠随存款到账'
    return line ? `${line}。${when}，须完成的流水见` : `${when}，须完成的流水见`
  },
  rules: '活动规则',
  brings: (deposit: string, bonus: string, turnover: string) =>
    `存 ¥${deposit}，加赠 ¥${bonus}；完成流水 ¥${turnover} 后可全部提款。`,
  isName: (missing: string) => missing.includes('姓名'),
  least: (min: string) => `存满 ¥${min} 才有加赠。`,
}

/** The unit is yuan on the wire; the page shows a ¥ in front. */
export const yuanUnit = '元'
