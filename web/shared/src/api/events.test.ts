import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverNow, setServerTime } from '../clock'
import { eventReader, watchEvents } from './events'

/** A server that streams by hand: each call of the page is one line. */
function lines() {
  const asked: { url: string; init: RequestInit; send: (text: string) => void; end: () => void }[] = []
  let status = 200
  let refusal: object = {}
  const fake = vi.fn(async (url: string | URL | Request, init: RequestInit = {}) => {
    if (status !== 200) return new Response(JSON.stringify(refusal), { status })
    let to: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        to = controller
      },
    })
    init.signal?.addEventListener('abort', () => to?.error(new Error('aborted')))
    asked.push({
      url: String(url),
      init,
      send: (text) => to?.enqueue(new TextEncoder().encode(text)),
      end: () => to?.close(),
    })
    return new Response(body)
  })
  const answer = (next: number, body: object = {}) => {
    status = next
    refusal = body
  }
  return { asked, fake, answer }
}

let hidden = false
const look = (away: boolean) => {
  hidden = away
  document.dispatchEvent(new Event('visibilitychange'))
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('DEP-08 the event stream', () => {
  let stop = () => {}
  const start = (server: ReturnType<typeof lines>, ticket = 'ticket-1') => {
    const heard: string[] = []
    stop = watchEvents({
      base: '/common',
      reqTokenSecret: 's',
      ticket: () => ticket,
      onEvent: (name) => heard.push(name),
      fetch: server.fake as typeof fetch,
    })
    return heard
  }
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
  })
  afterEach(() => {
    stop()
    hidden = false
    setServerTime(Date.now())
    vi.useRealTimers()
  })

  it('tells a deposit at once, however the bytes are cut', async () => {
    const server = lines()
    const heard = start(server)
    await advance(0)
    server.asked[0]?.send(': open\n\neve')
    server.asked[0]?.send('nt: deposit\nda')
    await advance(0)
    expect(heard).toEqual([])
    server.asked[0]?.send('ta: now\n\n: here\n\n')
    await advance(0)
    expect(heard).toEqual(['deposit'])
  })

  it('the ticket goes in a header and stands in no address', async () => {
    const server = lines()
    start(server)
    await advance(0)
    expect(server.asked[0]?.url).toBe('/common/v1/Select/Events')
    const headers = server.asked[0]?.init.headers as Record<string, string>
    expect(headers.Authorization).toBe('ticket-1')
    expect(headers.Accept).toBe('text/event-stream')
    expect(headers['X-Req-Token']).toMatch(/^\d+\.[0-9a-f]{64}$/)
  })

  it('comes back after growing waits, and starts small again once it was heard', async () => {
    const server = lines()
    start(server)
    server.answer(503)
    await advance(0)
    server.answer(503)
    const calls = () => server.fake.mock.calls.length
    // The first line is open; when it ends, the waits are 1, 2, 4 s … and never more than a minute.
    server.asked[0]?.end()
    await advance(0)
    const before = calls()
    await advance(999)
    expect(calls()).toBe(before)
    await advance(1)
    expect(calls()).toBe(before + 1)
    await advance(1999)
    expect(calls()).toBe(before + 1)
    await advance(1)
    expect(calls()).toBe(before + 2)
    await advance(4000 + 8000 + 16_000 + 32_000)
    expect(calls()).toBe(before + 6)
    await advance(60_000)
    expect(calls()).toBe(before + 7)
    await advance(59_999)
    expect(calls()).toBe(before + 7)
    server.answer(200)
    await advance(1)
    server.asked.at(-1)?.send(': open\n\n')
    await advance(0)
    server.asked.at(-1)?.end()
    const after = calls()
    await advance(1000)
    expect(calls()).toBe(after + 1)
  })

  it('gives up where asking again changes nothing: no login, no such call', async () => {
    for (const status of [401, 404]) {
      const server = lines()
      server.answer(status)
      start(server)
      await advance(600_000)
      expect(server.fake).toHaveBeenCalledTimes(1)
      stop()
    }
    const nobody = lines()
    start(nobody, '')
    await advance(600_000)
    expect(nobody.fake).not.toHaveBeenCalled()
  })

  it('D-13: a token of a wrong clock is refused once; the next one has the time of the refusal', async () => {
    const server = lines()
    const right = Date.now() + 3_600_000
    server.fake.mockImplementationOnce(async () => {
      server.answer(200)
      return new Response(JSON.stringify({ ServerTime: right }), { status: 403 })
    })
    start(server)
    await advance(0)
    expect(server.fake).toHaveBeenCalledTimes(2)
    const headers = server.fake.mock.calls[1]?.[1]?.headers as Record<string, string>
    expect(Number(headers['X-Req-Token']?.split('.')[0])).toBe(Math.floor(right / 1000))
    expect(serverNow()).toBe(right)
    expect(server.asked).toHaveLength(1)
  })

  it('D-13: a refusal in spite of the right time is not answered by another request at once', async () => {
    const server = lines()
    server.answer(403, { ServerTime: Date.now() })
    start(server)
    await advance(999)
    expect(server.fake).toHaveBeenCalledTimes(2)
    server.answer(403, {})
    await advance(1)
    expect(server.fake).toHaveBeenCalledTimes(3)
    await advance(1999)
    expect(server.fake).toHaveBeenCalledTimes(3)
  })

  it('waits a minute where other pages of the player have all the lines there are', async () => {
    const server = lines()
    server.answer(429)
    start(server)
    await advance(59_999)
    expect(server.fake).toHaveBeenCalledTimes(1)
    await advance(1)
    expect(server.fake).toHaveBeenCalledTimes(2)
  })

  it('a line that says nothing for a minute is dead and is opened anew', async () => {
    const server = lines()
    start(server)
    await advance(59_000)
    server.asked[0]?.send(': here\n\n')
    await advance(59_000)
    expect(server.asked).toHaveLength(1)
    await advance(3_000)
    expect(server.asked).toHaveLength(2)
  })

  it('a page nobody looks at gives its line back after a minute and takes it up when it is seen again', async () => {
    const server = lines()
    const heard = start(server)
    await advance(0)
    look(true)
    await advance(30_000)
    look(false)
    await advance(0)
    expect(server.asked).toHaveLength(1)
    look(true)
    await advance(60_000)
    expect(server.asked[0]?.init.signal?.aborted).toBe(true)
    await advance(600_000)
    expect(server.asked).toHaveLength(1)
    look(false)
    await advance(0)
    expect(server.asked).toHaveLength(2)
    server.asked[1]?.send('event: deposit\ndata: now\n\n')
    await advance(0)
    expect(heard).toEqual(['deposit'])
  })

  it('stops for good when it is told to', async () => {
    const server = lines()
    start(server)
    await advance(0)
    stop()
    expect(server.asked[0]?.init.signal?.aborted).toBe(true)
    await advance(600_000)
    expect(server.asked).toHaveLength(1)
  })
})

it('reads lines that end in any of the three ways, and no event from a comment', () => {
  const heard: string[] = []
  const take = eventReader((name) => heard.push(name))
  take('event: a\r')
  take('\ndata: now\r\n\r\n')
  take('event: b\n\n:event: c\n\n\n')
  expect(heard).toEqual(['a', 'b'])
})
