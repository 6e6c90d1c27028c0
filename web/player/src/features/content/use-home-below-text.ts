import { catalogue } from '@shared/text'
import { zhCN } from './text/home-below.zh-cn'

export const useHomeBelowText = catalogue(zhCN)
