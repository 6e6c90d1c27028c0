import { boot } from '../boot'
import { loginInfo } from '../session'
import { watchEvents } from './events'
import { apiBase } from './player-client'

type Hear = () => void

const hearers = new Map<string, Set<Hear>>()
let stop: (() => void) | undefined
let ticket = ''
let lastId = ''

/**
 * Calls `hear` when the server tells of news by this name, until the returned function is called. All parts of a page
 * share one stream: the server gives a player three in all.
 */
export function onEvent(name: string, hear: Hear): () => void {
  const mine = hearers.get(name) ?? new Set()
  hearers.set(name, mine.add(hear))
  if (stop && ticket !== loginInfo().Ticket) close()
  stop ??= open()
  return () => {
    mine.delete(hear)
    if ([...hearers.values()].every((set) => set.size === 0)) close()
  }
}

/** The newest message that the page knows. A stream that is opened again tells what came after it. */
export function knowMessage(id: string) {
  lastId = id
}

function open() {
  if (ticket !== loginInfo().Ticket) lastId = ''
  ticket = loginInfo().Ticket
  return watchEvents({
    base: apiBase,
    reqTokenSecret: boot.reqTokenSecret,
    ticket: () => loginInfo().Ticket,
    lastId: () => lastId,
    onId: knowMessage,
    onEvent: (name) => {
      for (const hear of [...(hearers.get(name) ?? [])]) hear()
    },
  })
}

function close() {
  stop?.()
  stop = undefined
}
