/** What the home page alone says. */
export const zhCN = {
  carousel: '活动横幅',
  slide: (index: number, count: number) => `第 ${index} 张，共 ${count} 张`,
  goSlide: (index: number) => `查看第 ${index} 张`,
  previous: '上一张',
  next: '下一张',
  pause: '暂停轮播',
  play: '继续轮播',
  banner: '活动横幅图片',
  newTab: '（在新窗口打开）',

  announcements: '公告',
  allAnnouncements: (count: number) => `查看全部 ${count} 条公告`,
  pauseTicker: '暂停滚动',
  playTicker: '继续滚动',
  noticeTitle: '热门公告',
  noticeListTitle: '最新公告',
  noticeClose: '知道了',
  noticeFailed: '公告加载失败',

  promos: '热门优惠',
  promosLine: '规则先看明白，即将开放领取',
  promosMore: '全部优惠',
  promosNone: '目前没有进行中的优惠',
  promoDates: (from: string, to: string) => `${from} 至 ${to}`,
  promoMore: '了解更多',

  appTitle: '掌上鸿运，随时随地',
  appLine: '手机浏览器打开本站即为手机版，功能与电脑版一致，无需安装；也可以添加到主屏幕，一点即开。',
  appPoints: ['扫码即开', '账户互通', '随时存取'],
  appLink: '了解 APP',
  start: '立即加入',

  advantages: '服务优势',
  advantage: [
    { title: '账目清楚', line: '复式记账，每一分钱的来去都能查到单号' },
    { title: '转账稳妥', line: '先冻结、再请求、后结算，网络中断也不丢不重' },
    { title: '进度可见', line: '提款分阶段显示进度，拒绝必有原因并原路退回' },
    { title: '流水透明', line: '每笔存款的流水要求与完成进度逐条列明' },
  ],

  responsible: '量力而行，适时休息',
  responsibleLine: '未满 18 周岁不得参与。想停一停时，请联系在线客服，由人工为您停用账户。',
  responsibleLink: '责任博彩',

  /** The house's own pictures, for when the operator has put up none. */
  ownBanners: [
    {
      name: 'banner-1',
      link: '/#/register',
      title: '鸿运当头，灯火迎新',
      line: '一个账户，每一分钱的来去一目了然',
      button: '立即加入',
    },
    {
      name: 'banner-3',
      link: '/#/Deposit',
      title: '存取透明，分毫可查',
      line: '每笔存款、转账与提款都有单号、进度和到账时间',
      button: '去存款',
    },
    {
      name: 'banner-5',
      link: '/#/tools/gambling',
      title: '张弛有度，乐在其中',
      line: '想停一停，请联系在线客服，由人工为您停用账户',
      button: '了解责任博彩',
    },
  ],
}
