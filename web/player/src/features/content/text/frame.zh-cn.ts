/** The frame viewer. */
export const zhCN = {
  title: (host: string) => `内嵌页面：${host}`,
  refused: '该地址不在允许的范围内',
  refusedLine: '为了您的安全，本站只打开经过确认的页面。',
  slow: (host: string) => `${host} 还没有打开，可能是网络不稳定，或对方暂时无法访问`,
  retry: '重试',
  back: '返回',
  backFrom: (host: string) => `返回，离开 ${host}`,
  home: '返回首页',
}
