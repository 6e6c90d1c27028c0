import { catalogue } from '@shared/text'
import { zhCN } from './text/frame.zh-cn'

export const useFrameText = catalogue(zhCN)
