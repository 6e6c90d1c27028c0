import { catalogue } from '@shared/text'
import { zhCN } from './text/game-page.zh-cn'

export const useGamePageText = catalogue(zhCN)
