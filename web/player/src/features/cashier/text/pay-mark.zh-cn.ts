export type PayMark = 'alipay' | 'wechat' | 'unionpay' | 'qq' | 'ecny' | 'usdt' | 'bank'

/** Words in the name of a method or channel, and how it is paid. The first that fits decides. */
export const payMarks: [RegExp, PayMark][] = [
  [/支付宝|alipay/i, 'alipay'],
  [/微信|wechat/i, 'wechat'],
  [/云闪付|银联/, 'unionpay'],
  [/数字人民币|数币/, 'ecny'],
  [/QQ/i, 'qq'],
  [/USDT|虚拟币|TRC|ERC/i, 'usdt'],
  [/网银|银行|入款|转账/, 'bank'],
]
