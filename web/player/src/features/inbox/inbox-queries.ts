import { knowMessage } from '@shared/api/live-events'
import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { addDays } from '@shared/days'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { askPath, ticketPath } from '../../ask-paths'
import { paths } from '../../paths'

/** How often the bell asks where no event stream can be had. */
export const unreadPollMs = 60_000

export const inboxKey = ['inbox']
export const unreadKey = ['inbox', 'unread']

export type MessageKind = Wire['InboxMessage']['Kind']
export type MessageAbout = Wire['InboxMessage']['About']

export interface Message {
  id: string
  kind: MessageKind
  title: string
  text: string
  about: MessageAbout
  ref: string
  time: string
  read: boolean
}

export interface MessagePage {
  rows: Message[]
  unread: number
  pages: number
  total: number
}

/** How many messages are unread; the server counts to 100. */
export const unreadQuery = queryOptions({
  queryKey: unreadKey,
  refetchInterval: unreadPollMs,
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }): Promise<number> => {
    const { Data } = await api.call('POST /v1/Select/InboxUnread', undefined, { signal })
    if (Data?.Newest) knowMessage(Data.Newest)
    return Data?.Unread ?? 0
  },
})

export const messagesQuery = (page: number) =>
  queryOptions({
    queryKey: [...inboxKey, 'list', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<MessagePage> => {
      const { Data } = await api.call('POST /v1/Select/InboxItems', { PageIndex: page }, { signal })
      return {
        rows: (Data?.Items ?? []).map((wire) => ({
          id: wire.Id,
          kind: wire.Kind,
          title: wire.Title,
          text: wire.Text,
          about: wire.About,
          ref: wire.Ref,
          time: wire.CreateTime,
          read: wire.Read,
        })),
        unread: Data?.Unread ?? 0,
        pages: Data?.PageCount ?? 1,
        total: Data?.RowCount ?? 0,
      }
    },
  })

/** The record around a message's day: an order is older than what is told of it. */
function recordPath(tab: 'deposit' | 'withdrawal', time: string): string {
  const day = time.slice(0, 10)
  return `${paths.cashLog}?${new URLSearchParams({ tab, start: addDays(day, -7), end: day })}`
}

/** The page a message leads to; '' for none. */
export function messagePath({ about, ref, time }: Pick<Message, 'about' | 'ref' | 'time'>): string {
  switch (about) {
    case 'deposit':
    case 'withdrawal':
      return recordPath(about, time)
    case 'promotion':
      return paths.discount
    case 'vip':
      return paths.vip
    case 'ticket':
      return ticketPath(ref)
    case 'card':
      return paths.bankCard
    case 'profile':
      return paths.password
    case 'identity':
      return paths.bindCard
  }
  return ''
}

/** The form of a question about what a message tells; '' where the desk knows no such number. */
export function askAbout(message: Pick<Message, 'about' | 'ref'>): string {
  const { about, ref } = message
  if (ref && (about === 'deposit' || about === 'withdrawal')) return askPath(about, about, ref)
  return numberOf(message) ? askPath('bonus', 'record', ref) : ''
}

/** The number of the award that a message tells of; the other messages have theirs in their text. */
export const numberOf = ({ about, ref }: Pick<Message, 'about' | 'ref'>): string =>
  (about === 'promotion' || about === 'identity') && /^B\d{12}/.test(ref) ? ref : ''
