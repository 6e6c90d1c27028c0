import { catalogue } from '@shared/text'
import { zhCN } from './text/front.zh-cn'

export const useFrontText = catalogue(zhCN)
