import { catalogue } from '@shared/text'
import { zhCN } from './text/bonus.zh-cn'

export const useBonusText = catalogue(zhCN)
