import { catalogue } from '@shared/text'
import { zhCN } from './text/player.zh-cn'

export const usePlayerText = catalogue(zhCN)
