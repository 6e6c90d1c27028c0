import { catalogue } from '@shared/text'
import { claim, depositChoice } from './text/claim.zh-cn'
import { shares } from './text/shares.zh-cn'
import { zhCN } from './text/zh-cn'

export const usePromoText = catalogue(zhCN)
export const useClaimText = catalogue(claim)
export const useSharesText = catalogue(shares)
export const useDepositChoiceText = catalogue(depositChoice)
