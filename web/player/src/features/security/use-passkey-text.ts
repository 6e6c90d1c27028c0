import { catalogue } from '@shared/text'
import { zhCN } from './text/passkey.zh-cn'

export const usePasskeyText = catalogue(zhCN)
