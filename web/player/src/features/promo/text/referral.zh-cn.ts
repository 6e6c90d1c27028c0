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
  poster: '邀请海报',
  posterLine: '长按图片也可以保存。好友扫码注册，邀请关系自动绑定。',
  posterSave: '保存图片',
  posterSaved: '开始保存，如未成功请长按图片',
  posterFailed: '海报没有生成，可以复制下面的邀请链接发给好友',
  posterFile: '邀请海报',
  posterAlt: (player: string) => `${player} 的邀请海报，含邀请二维码`,
  posterInvites: (player: string) => `${player} 邀请您加入`,
  posterOffer: '每一分钱的来去，一目了然',
  posterAdult: (years: number) => `未满 ${years} 周岁者禁止注册。请理性娱乐，量力而行。`,
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
