/** The congratulation of the day (FUND-05). */
export const zhCN = {
  title: '恭喜您',
  lead: '您的优惠基金里有 C$ 等待解锁',
  rate: (percent: string) => `完成今天的存款任务，最高可解锁存款金额的 ${percent}%`,
  look: '去看看',
  close: '知道了',
}
