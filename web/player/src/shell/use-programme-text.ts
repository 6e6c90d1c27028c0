import { catalogue } from '@shared/text'
import { zhCN } from './text/programme.zh-cn'

export const useProgrammeText = catalogue(zhCN)
