import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { searched } from '@shared/language'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { paths } from '../../paths'

export type Topic = Wire['HelpItem']['Topic']

export const topics: Topic[] = ['deposit', 'withdrawal', 'transfer', 'turnover', 'vip', 'fund', 'limits', 'account']

export interface HelpItem {
  id: number
  topic: Topic
  title: string
  line: string
}

export const helpQuery = (q: string) =>
  queryOptions({
    queryKey: ['help', q],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HelpItem[]> => {
      const { Data } = await api.call('GET /v1/PubInterface/HelpItems', q ? { q: searched(q) } : {}, { signal })
      return (Data ?? []).map((wire) => ({ id: wire.Id, topic: wire.Topic, title: wire.Title, line: wire.Line }))
    },
  })

export const articleQuery = (id: number) =>
  queryOptions({
    queryKey: ['helpArticle', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('GET /v1/PubInterface/HelpItem', { id }, { signal })
      return { id: Data.Id, topic: Data.Topic, title: Data.Title, text: Data.Text, changed: Data.ChangeTime }
    },
  })

/** The page on which a topic's matter is done. */
export const topicPage: Record<Topic, string> = {
  deposit: paths.deposit,
  withdrawal: paths.withdrawal,
  transfer: paths.transfer,
  turnover: paths.withdrawal,
  vip: paths.vip,
  fund: paths.fund,
  limits: paths.limits,
  account: paths.password,
}

/** The kind of question that belongs to a topic. */
export const askKind: Record<Topic, string> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  transfer: 'transfer',
  turnover: 'bonus',
  vip: 'bonus',
  fund: 'bonus',
  limits: 'account',
  account: 'account',
}
