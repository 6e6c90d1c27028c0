import { catalogue } from '@shared/text'
import { discount, zhCN } from './text/zh-cn'

export const usePromoText = catalogue(zhCN)
export const useDiscountText = catalogue(discount)
