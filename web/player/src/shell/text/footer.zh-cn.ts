import { boot } from '@shared/boot'

/** The age that the licence asks for. */
const adult = boot.minAge || 18

/** Texts of the footer alone; loaded after the first screen. */
export const zhCN = {
  licenceMissing: '本站未登载博彩牌照信息',
  licenceSeal: '牌照印章',
  adultsOnly: `未满 ${adult} 周岁者禁止注册与投注。请理性娱乐，量力而行。`,
  footer: '页脚',
  footerLine: '一个账户，一个钱包，七大类游戏。每一笔都有记录，每一分都能查到。',
  footerAbout: '关于我们',
  footerHelp: '帮助',
  helpline: (line: string) => `戒赌求助：${line}`,
  copyright: (year: number, owner: string) => `© ${year} ${owner}　保留所有权利`,
  toSupport: '联系客服',
}
