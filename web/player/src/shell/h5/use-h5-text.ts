import { catalogue } from '@shared/text'
import { zhCN } from './text/zh-cn'

export const useH5Text = catalogue(zhCN)
