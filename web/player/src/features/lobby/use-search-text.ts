import { catalogue } from '@shared/text'
import { zhCN } from './text/search.zh-cn'

export const useSearchText = catalogue(zhCN)
