import { catalogue } from '@shared/text'
import { zhCN } from './text/mine.zh-cn'

export const useMineText = catalogue(zhCN)
