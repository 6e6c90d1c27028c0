import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type TicketKind = Wire['SupportTicket']['Kind']
export type TicketState = Wire['SupportTicket']['State']
export type TicketAbout = Wire['SupportTicket']['About']

export const ticketKinds: TicketKind[] = ['deposit', 'withdrawal', 'transfer', 'game', 'bonus', 'account', 'other']

export interface Ticket {
  id: string
  /** The number that the player quotes. */
  number: string
  kind: TicketKind
  subject: string
  about: TicketAbout
  ref: string
  state: TicketState
  unread: number
  /** 0: not given. */
  score: number
  opened: string
  changed: string
}

export interface TicketText {
  id: string
  mine: boolean
  text: string
  pictures: string[]
  time: string
}

const ticketOf = (wire: Wire['SupportTicket']): Ticket => ({
  id: wire.Id,
  number: wire.Number,
  kind: wire.Kind,
  subject: wire.Subject,
  about: wire.About,
  ref: wire.Ref,
  state: wire.State,
  unread: wire.Unread,
  score: wire.Score,
  opened: wire.CreateTime,
  changed: wire.ChangeTime,
})

export const ticketsKey = ['tickets']
export const threadKey = (id: string) => [...ticketsKey, 'thread', id]

export const ticketsQuery = (page: number) =>
  queryOptions({
    queryKey: [...ticketsKey, 'list', page],
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('POST /v1/Select/TicketItems', { PageIndex: page }, { signal })
      return {
        rows: (Data?.Items ?? []).map(ticketOf),
        /** When to expect the first answer, a sentence of the server. */
        expected: Data?.Expected ?? '',
        pages: Data?.PageCount ?? 1,
        total: Data?.RowCount ?? 0,
      }
    },
  })

/** A thread that is open is asked for again now and then: an answer appears without a reload. */
export const threadPollMs = 30_000

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: threadKey(id),
    refetchInterval: threadPollMs,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('POST /v1/Select/TicketThread', { id }, { signal })
      return {
        ticket: ticketOf(Data.Ticket),
        /** When to expect an answer; '' while none is due. */
        expected: Data.Expected ?? '',
        texts: (Data.Texts ?? []).map(
          (wire): TicketText => ({
            id: wire.Id,
            mine: wire.Side === 'player',
            text: wire.Text,
            pictures: wire.Pictures ?? [],
            time: wire.CreateTime,
          }),
        ),
      }
    },
  })

/** A picture never changes, so it is read once. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['ticketPicture', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<string> => {
      const { Data } = await api.call('POST /v1/Select/TicketPicture', { id }, { signal })
      return Data.Picture
    },
  })

/** The subject of a question as players read it: a bet has its venue before its number. */
export const shownRef = (about: TicketAbout, ref: string) =>
  about === 'bet' ? ref.replace(/^\w+:(?:[a-z]+:)?/, '') : ref
