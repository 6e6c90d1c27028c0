import { catalogue } from '@shared/text'

/** Words the components themselves need. */
const zhCN = {
  loading: '加载中',
  retry: '重试',
  failed: '加载失败',
  partFailed: '此处内容没有加载出来',
  failedRetry: '加载失败，重试',
  empty: '暂无数据',
  close: '关闭',
  cancel: '取消',
  confirm: '确认',
  previous: '上一页',
  next: '下一页',
  page: (page: number, pages: number) => `第 ${page} / ${pages} 页`,
  total: (count: number) => `共 ${count} 项`,
  pageNumber: (page: number) => `第 ${page} 页`,
  jumpTo: '跳至',
  jumpPage: '页',
  jumpField: '跳至第几页',
  jumpRefused: (last: number) => `请输入 1 到 ${last} 的页码`,
  pages: '分页',
  copy: '复制',
  copyOf: (label: string) => `复制${label}`,
  copied: '复制成功',
  copyFailed: '复制失败',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  processing: '正在处理中...',
  pickDay: (label: string) => `选择${label}`,
  dayShape: '年-月-日',
  required: '必填',
  messages: '消息提示',
}

export const useUiText = catalogue(zhCN)
