import type { Wire } from '@shared/api/wire'

export const zhCN = {
  title: '邀请好友',
  offer: (deposit: string, amount: string) =>
    `好友注册后一个月内存款累计达 ¥${deposit}，您得 ¥${amount}，自动派发到中心钱包。`,
  closed: '邀请奖励活动暂未开放，邀请关系仍会记录。',
  link: '邀请链接',
  qr: '邀请二维码',
  qrLine: '好友扫码即可打开注册页',
  share: '分享',
  invited: '已邀请',
  rewarded: '已达成',
  earned: '累计奖励',
  people: (count: number) => `${count} 人`,
  friends: '我的好友',
  friendsLine: '为保护好友隐私，用户名已隐藏，不显示好友的存款金额。',
  empty: '还没有好友通过您的链接注册',
  emptyLine: '把邀请链接发给好友，注册后会出现在这里。',
  friend: '好友',
  registeredAt: '注册时间',
  until: '计算截止',
  state: '状态',
  reward: '奖励',
  states: {
    registered: '已注册，未存款',
    depositing: '存款未达标',
    reviewing: '奖励审核中',
    rewarded: '已派发',
    over: '未达成',
  } satisfies Record<Wire['ReferralFriend']['State'], string>,
}

export type ReferralText = typeof zhCN
