import type { Wire } from './wire'

export type Ticket = Wire['Ticket']

/** One text of a thread. Players do not see notes. */
export type TicketEntry = Wire['TicketEntry']

export type TicketDetail = Wire['TicketDetail']

export type TicketTemplate = Wire['TicketTemplate']

/** An article that helps players. Its text is plain. */
export type Article = Wire['Article']
