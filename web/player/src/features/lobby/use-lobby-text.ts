import { catalogue } from '@shared/text'
import { zhCN } from './text/lobby.zh-cn'

export const useLobbyText = catalogue(zhCN)
