import { catalogue } from '@shared/text'
import { zhCN } from './text/help.zh-cn'

export const useHelpText = catalogue(zhCN)
