import { boot } from '@shared/boot'

/** The age that the licence asks for. */
const adult = boot.minAge || 18

/** Texts of the home page below its first screen; loaded with it. */
export const zhCN = {
  promos: '热门优惠',
  promosLine: '规则写在前面，达到条件自己领取',
  promosMore: '全部优惠',
  promosNone: '目前没有进行中的优惠',
  promoDates: (from: string, to: string) => `${from} 至 ${to}`,

  appTitle: `掌上${boot.siteName}，随时随地`,
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
  responsibleLine: `未满 ${adult} 周岁不得参与。想停一停时，可以自己设置存款限额、冷静期或自我排除。`,
  responsibleLink: '责任博彩',

  noticeTitle: '热门公告',
  noticeFailed: '公告加载失败',
}
