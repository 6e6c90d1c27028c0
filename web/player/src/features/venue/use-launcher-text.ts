import { catalogue } from '@shared/text'
import { zhCN } from './text/launcher.zh-cn'

export const useLauncherText = catalogue(zhCN)
