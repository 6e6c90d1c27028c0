import { catalogue } from '@shared/text'
import { zhCN } from './text/reality.zh-cn'

export const useRealityText = catalogue(zhCN)
