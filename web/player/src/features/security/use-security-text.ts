import { catalogue } from '@shared/text'
import { zhCN } from './text/zh-cn'

export const useSecurityText = catalogue(zhCN)
