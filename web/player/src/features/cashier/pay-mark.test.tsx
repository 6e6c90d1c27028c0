import { expect, it } from 'vitest'
import { payMarkOf } from './pay-mark'

it.each([
  ['支付宝', 'alipay'],
  ['微信扫码', 'wechat'],
  ['QQ钱包扫码', 'qq'],
  ['银联云闪付', 'unionpay'],
  ['数字人民币', 'ecny'],
  ['USDT-TRC20', 'usdt'],
  ['虚拟币收银台', 'usdt'],
  ['银行卡转账', 'bank'],
  ['公司入款', 'bank'],
  ['在线支付', undefined],
])('the mark of a channel comes from its name: %s', (name, mark) => {
  expect(payMarkOf(name)).toBe(mark)
})
