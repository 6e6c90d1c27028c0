import { catalogue } from '@shared/text'
import { zhCN } from './text/ticket.zh-cn'

export const useTicketText = catalogue(zhCN)
