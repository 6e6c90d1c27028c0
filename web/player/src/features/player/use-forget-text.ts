import { catalogue } from '@shared/text'
import { zhCN } from './text/forget.zh-cn'

export const useForgetText = catalogue(zhCN)
