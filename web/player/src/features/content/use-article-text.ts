import { catalogue } from '@shared/text'
import { zhCN } from './text/article.zh-cn'

export const useArticleText = catalogue(zhCN)
