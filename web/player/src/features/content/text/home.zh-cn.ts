/** Texts of the home page's first screen, and of the announcements that open from it. */
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
  noticeClose: '知道了',

  /** The site's own pictures, for when the operator has put up none. */
  ownBanners: [
    {
      name: 'banner-1',
      link: '/#/register',
      title: '好运当头，灯火迎新',
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
      line: '存款限额、冷静期与自我排除，由您自己设置',
      button: '了解责任博彩',
    },
  ],
}
