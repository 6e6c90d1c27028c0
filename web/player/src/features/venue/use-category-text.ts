import { catalogue } from '@shared/text'
import { zhCN } from './text/category.zh-cn'

export const useCategoryText = catalogue(zhCN)
