import { catalogue } from '@shared/text'
import { slipText } from './text/slip.zh-cn'

export const useSlipText = catalogue(slipText)
