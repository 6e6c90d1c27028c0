import { catalogue } from '@shared/text'
import { zhCN } from './text/inbox.zh-cn'

export const useInboxText = catalogue(zhCN)
