import { catalogue } from '@shared/text'
import { zhCN } from './text/venues.zh-cn'

export const useVenuesText = catalogue(zhCN)
