import { catalogue } from '@shared/text'
import { zhCN } from './text/home.zh-cn'

export const useHomeText = catalogue(zhCN)
