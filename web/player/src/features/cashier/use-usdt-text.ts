import { catalogue } from '@shared/text'
import { zhCN } from './text/usdt.zh-cn'

export const useUsdtText = catalogue(zhCN)
