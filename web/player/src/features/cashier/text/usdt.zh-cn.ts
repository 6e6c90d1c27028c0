import type { Network } from '@shared/usdt'

/** What only USDT says; it comes with the parts that show it. */
export const zhCN = {
  networks: { TRC20: '波场 Tron', ERC20: '以太坊 Ethereum', OMNI: '比特币 Omni' } as Record<Network, string>,
  tag: (network: string) => `USDT-${network}`,

  // An order that waits for coins.
  exactTitle: '请准确转入',
  exactFor: (yuan: string) => `对应存款 ¥${yuan}`,
  exactWhy:
    '系统按到账数量识别您的订单，请一分不差地转入上述数量。多转、少转都会转人工核实；提币手续费请另付，不要从数量中扣除。',
  onlyNetwork: (tag: string, name: string) => `仅限 ${tag}（${name}）网络。转错网络或币种，资产可能无法找回。`,
  count: '数量',
  network: '网络',
  address: '收款地址',
  orderSn: '订单号',
  qrAlt: (network: string) => `${network} 收款地址二维码`,
  qrHint: '扫码只填入地址，数量请手动填写',
  timeLeft: '请在以下时间内完成转账',
  paid: '我已付款',
  late: '订单已过期',
  lateLine: '订单已过期，请勿再向此地址转账。若您已转出，款项不会丢失，核实后入账。',
  waitingLine: '已收到您的付款确认。区块确认后自动入账，本窗口会自动关闭，也可以先去做别的事。',
  waitingOrder: '请记下订单号，方便查询',
  backToAddress: '查看收款信息',
  background: '我知道了',

  // Addresses of the player.
  addresses: 'USDT 收款地址',
  addressesHint: '最多添加 3 个，点击地址可设为默认',
  add: '添加收款地址',
  addressDefault: '默认',
  pick: (network: string, tail: string) => `USDT-${network} 尾号 ${tail}，设为默认`,
  isDefault: (network: string, tail: string) => `USDT-${network} 尾号 ${tail}，默认地址`,
  setDone: '设置成功',
  setFailed: '设置失败',
  addTitle: '添加收款地址',
  addField: '收款地址',
  addPlaceholder: '请粘贴您的 USDT 收款地址',
  addHint: '只能粘贴，不能手动输入。支持 USDT-TRC20、USDT-ERC20 地址，EBPay 钱包请粘贴其中的 USDT 地址。',
  pasteOnly: '为防止输错，请复制后粘贴地址',
  paste: '粘贴',
  pasteFailed: '无法读取剪贴板，请长按输入框粘贴',
  clear: '清空',
  submit: '提交',
  recognised: (tag: string, name: string) => `识别为 ${tag}（${name}）`,
  addressEmpty: '地址不能为空',
  added: '添加成功',
  addCheck: '请逐段核对地址。转往错误的地址，资产无法找回。',

  // Withdrawing.
  chooseFirst: '您还没有收款地址，请先在上方添加一个。',
  to: '提至',
  amount: '提款金额',
  rateLine: (rate: string) => `1 USDT = ¥${rate}`,
  quoteNext: '下一步显示汇率与到账数量，确认后才会提交。',
  submitWithdrawal: '提交提款',
  confirmTitle: '确认提款信息',
  rmb: '提款金额（人民币）',
  usdt: '到账数量',
  rate: '汇率',
  fee: '手续费',
  free: '免费',
  compare: '请逐段核对完整地址',
  confirmNote: '链上转账无法撤回，请确认地址无误。',
  password: '提款密码',
  confirm: '我确认无误',
  done: '提款申请已提交',
}

export type UsdtText = typeof zhCN
