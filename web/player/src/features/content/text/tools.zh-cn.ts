import { paths } from '../../../paths'

interface Article {
  title: string
  parts: { heading: string; body: string }[]
}

/** The footer's pages: general words that hold for the house as it is built. The operator puts its own beside them. */
export const articles: Record<string, Article> = {
  [paths.toolsAccount]: {
    title: '账户指南',
    parts: [
      {
        heading: '注册',
        body: '用户名为 4-10 位数字或字母，不区分大小写；密码为 5-20 位数字或字母。每个手机号只能注册一个账户。',
      },
      {
        heading: '存款',
        body: '在存款页选择支付方式和金额，按提示完成付款。银行转账请在 20 分钟内转入页面显示的账户，并填写真实付款人姓名。',
      },
      {
        heading: '转账',
        body: '游戏前把资金从中心钱包转入对应场馆；开启自动转账后，进入游戏时会自动转入。转账进行中请耐心等待，系统会向场馆核实结果。',
      },
      {
        heading: '提款',
        body: '绑定本人银行卡后即可提款。最低提款 100 元，每日次数与额度见提款页。流水未达标时，提款页会逐条列出还差多少。',
      },
    ],
  },
  [paths.toolsGambling]: {
    title: '责任博彩',
    parts: [
      { heading: '量力而行', body: '博彩只是一种娱乐，不是收入来源。请只用您输得起的钱，为自己设定时间与金额的上限。' },
      { heading: '未满 18 周岁禁止参与', body: '我们不接受未成年人注册。请妥善保管账户与设备，勿让未成年人使用。' },
      {
        heading: '需要帮助',
        body: '如果您发现自己难以控制投注、借钱投注或因此影响家庭与工作，请立即停止，并联系客服申请限额或自我禁入。',
      },
    ],
  },
  [paths.toolsPrivacy]: {
    title: '隐私政策',
    parts: [
      {
        heading: '我们保存什么',
        body: '账户资料、交易记录、登录时间与地址，用于提供服务、防范欺诈和履行牌照义务。密码只保存不可逆的散列值。',
      },
      { heading: '浏览器里保存什么', body: '登录凭证与用户名。我们从不在浏览器中保存您的密码。' },
      { heading: '谁能看到', body: '只有履行职责所需的员工可以查看，敏感字段默认遮蔽，每次查看都有记录。' },
    ],
  },
  [paths.toolsRules]: {
    title: '规则条款',
    parts: [
      {
        heading: '账户',
        body: '每人、每个地址、邮箱、电话、支付方式和 IP 限一个账户。银行卡持有人必须与账户真实姓名一致。',
      },
      { heading: '优惠', body: '每项优惠每人限领一次，另有说明的除外。滥用优惠者，本站有权冻结或取消其账户优惠。' },
      {
        heading: '注单',
        body: '未结算注单请在游戏内查看，结果以场馆的结算为准。场馆更正结算时，账户将相应调整并留有记录。',
      },
    ],
  },
  [paths.toolsContact]: {
    title: '联系我们',
    parts: [
      {
        heading: '在线客服',
        body: '客服全天在线。点击页面顶部或底部的「客服」即可联系，请准备好您的用户名和相关单号。',
      },
    ],
  },
  [paths.agent]: {
    title: '代理合作',
    parts: [{ heading: '合作方式', body: '代理合作即将开放。如有意向，请联系在线客服登记。' }],
  },
}
