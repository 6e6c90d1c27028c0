import { catalogue } from '@shared/text'
import { zhCN } from './text/record.zh-cn'

export const useRecordText = catalogue(zhCN)
