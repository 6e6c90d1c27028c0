import { catalogue } from '@shared/text'
import { zhCN } from './text/notice.zh-cn'

export const useNoticeText = catalogue(zhCN)
