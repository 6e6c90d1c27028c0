import { catalogue } from '@shared/text'
import { zhCN } from './text/notices.zh-cn'

export const useNoticesText = catalogue(zhCN)
