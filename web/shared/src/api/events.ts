import { quietly } from './quietly'
import { requestToken } from './request-token'
import { followServerTime } from './server-time'

/** The stream's dependencies on the page around it. */
export interface EventSettings {
  base: string
  reqTokenSecret: string
  ticket: () => string
  /** Something happened: ask now. The stream itself says no more than its name. */
  onEvent: (name: string) => void
  /** The newest message the page knows, '' for none: the server tells a page that comes back what it missed. */
  lastId?: () => string
  /** The id that came with an event. */
  onId?: (id: string) => void
  fetch?: typeof fetch
}

const path = '/v1/Select/Events'

/** The waits between two tries, each twice the one before. */
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** The server says something every 20 s; after three times that silence the line is dead, whatever it looks like. */
const silenceMs = 60_000
/** A hidden page closes its stream after this time. */
const hiddenMs = 60_000

/** Answers after which asking again would give the same: no login, no such call. */
const forGood = new Set([400, 401, 404, 405, 501])

/**
 * Listens to events of the player's account until the returned function is called (DEP-08). The ticket goes
 * in a header and in no address, which is why this is fetch and not EventSource. It only makes a page
 * quicker: its users go on polling now and then.
 */
export function watchEvents(settings: EventSettings): () => void {
  let waitMs = firstWaitMs
  let line: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  let over = false

  const open = async () => {
    clearTimeout(retry)
    if (over || line || document.hidden || !settings.ticket()) return
    const mine = new AbortController()
    line = mine
    const status = await follow(settings, mine, () => {
      waitMs = firstWaitMs
    }).catch((error) => {
      if (mine.signal.reason !== closed) quietly('event stream', error)
      return 0
    })
    if (line === mine) line = undefined
    if (forGood.has(status)) over = true
    // Other pages of this player have all the lines there are.
    if (status === 429) waitMs = longestWaitMs
    if (over || mine.signal.reason === closed) return
    retry = setTimeout(() => void open(), waitMs * (0.75 + Math.random() / 2))
    waitMs = Math.min(longestWaitMs, waitMs * 2)
  }
  const close = () => {
    clearTimeout(retry)
    line?.abort(closed)
    line = undefined
  }
  const onVisible = () => {
    clearTimeout(leaving)
    if (document.hidden) leaving = setTimeout(close, hiddenMs)
    else void open()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onVisible)
  void open()
  return () => {
    over = true
    clearTimeout(leaving)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onVisible)
    close()
  }
}

const closed = 'closed'

/** Follows one stream to its end and returns the status its answer began with. */
async function follow(settings: EventSettings, line: AbortController, onSign: () => void): Promise<number> {
  let silence = setTimeout(() => line.abort(), silenceMs)
  try {
    let response = await request(settings, line.signal)
    // The refusal of a wrong clock carries the right time; one more try, as the client makes for every other call (D-13).
    if (response.status === 403 && followServerTime(await refusalOf(response))) {
      response = await request(settings, line.signal)
    }
    if (!response.ok || !response.body) return response.status
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const take = eventReader(settings.onEvent, settings.onId)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return response.status
      onSign()
      clearTimeout(silence)
      silence = setTimeout(() => line.abort(), silenceMs)
      take(value)
    }
  } finally {
    clearTimeout(silence)
  }
}

function request(settings: EventSettings, signal: AbortSignal): Promise<Response> {
  const lastId = settings.lastId?.() ?? ''
  return (settings.fetch ?? fetch)(settings.base + path, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: settings.ticket(),
      'X-Req-Token': requestToken(path, 'GET', settings.reqTokenSecret),
      ...(lastId ? { 'Last-Event-ID': lastId } : {}),
    },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  })
}

/** The body of a refusal; null where it is no JSON object, such as the page of a proxy. */
async function refusalOf(response: Response): Promise<{ ServerTime?: number | string } | null> {
  const body: unknown = await response.json().catch(() => null)
  return body !== null && typeof body === 'object' ? body : null
}

/** Takes the text of a stream as it comes, cut anywhere, and tells each event by its name. Comments are nothing. */
export function eventReader(onEvent: (name: string) => void, onId?: (id: string) => void): (text: string) => void {
  let rest = ''
  let name = ''
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('id:')) onId?.(line.slice(3).trim())
      else if (line.startsWith('event:')) name = line.slice(6).trim()
      else if (line === '' && name) {
        onEvent(name)
        name = ''
      }
    }
  }
}
