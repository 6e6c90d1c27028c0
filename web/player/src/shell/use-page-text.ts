import { catalogue } from '@shared/text'
import { zhCN } from './text/pages.zh-cn'

export const usePageText = catalogue(zhCN)
