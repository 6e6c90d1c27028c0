import { catalogue } from '@shared/text'
import { zhCN } from './text/footer.zh-cn'

export const useFooterText = catalogue(zhCN)
