import { catalogue } from '@shared/text'
import { zhCN } from './text/push.zh-cn'

export const usePushText = catalogue(zhCN)
