import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { serverNow, setServerTime } from '../clock'
import { ApiError } from './api-error'
import { createClient } from './client'
import { requestToken, sha256Hex } from './request-token'

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

/** A client before a server that answers from a list; the last answer repeats. */
function setup(...given: ([number, unknown] | 'offline' | (() => boolean))[]) {
  const byTimer = given.find((one) => typeof one === 'function')
  const answers = given.filter((one) => typeof one !== 'function')
  const sent: Sent[] = []
  const onExpired = vi.fn()
  const onMaintenance = vi.fn()
  let ticket = 'ticket-1'
  const client = createClient({
    base: '/common',
    reqTokenSecret: 'secret',
    ticket: () => ticket,
    onExpired,
    onMaintenance,
    ...(byTimer ? { byTimer } : {}),
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method ?? '',
        headers: init?.headers as Record<string, string>,
        body: String(init?.body ?? ''),
      })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer || answer === 'offline') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer[1]), { status: answer[0] })
    },
  })
  return { client, sent, onExpired, onMaintenance, setTicket: (next: string) => (ticket = next) }
}

const fine = { IsSuc: true, ErrorMessage: '', ResultMessage: '' }
const failure = async (promise: Promise<unknown>) => (await promise.catch((error) => error)) as ApiError
const transfer = { playerName: 'demo01', platformId: '26', transactionType: 1 as const, amount: '100' }

describe('API-02, D-13: the request token', () => {
  it('hashes as the standard does, at every padding length', () => {
    for (const text of ['', 'abc', '鸿运', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'x'.repeat(1000)]) {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
  it('is seconds, a full stop, and the hash of seconds|path|METHOD|secret', () => {
    const hash = createHash('sha256').update('1700000000|/v1/Select/PlayerBalance|POST|s').digest('hex')
    expect(requestToken('/v1/Select/PlayerBalance', 'post', 's', 1700000000999)).toBe(`1700000000.${hash}`)
  })
  it('follows the server clock from a 403 and tries again once', async () => {
    const serverTime = Date.now() + 3600_000
    const { client, sent } = setup([403, { IsSuc: false, Message: '请求已失效', ServerTime: serverTime }], [200, fine])
    await client.call('POST /v1/Select/PlayerInfoItem')
    expect(sent).toHaveLength(2)
    expect(Math.abs(serverNow() - serverTime)).toBeLessThan(2000)
    const seconds = Number(sent[1]?.headers['X-Req-Token']?.split('.')[0])
    expect(Math.abs(seconds * 1000 - serverTime)).toBeLessThan(3000)
    setServerTime(Date.now())
  })
  it('does not try for ever', async () => {
    const { client, sent } = setup([403, { IsSuc: false, Message: '请求已失效', ServerTime: Date.now() }])
    expect((await failure(client.call('POST /v1/Select/PlayerInfoItem'))).status).toBe(403)
    expect(sent).toHaveLength(2)
  })
})

describe('API-03: form-encoded in, one error shape out', () => {
  it('sends a form, the ticket, and a query for GET', async () => {
    const { client, sent } = setup([200, fine])
    await client.call('POST /v1/Do/CallPlatformTranscationAction', transfer)
    await client.call('GET /v1/PubInterface/GetBannerImgPathList', { device: 'pc' })
    expect(sent[0]).toMatchObject({
      url: '/common/v1/Do/CallPlatformTranscationAction',
      body: 'playerName=demo01&platformId=26&transactionType=1&amount=100',
    })
    expect(sent[0]?.headers.Authorization).toBe('ticket-1')
    expect(sent[1]?.url).toBe('/common/v1/PubInterface/GetBannerImgPathList?device=pc')
  })
  it('ERR-01 turns IsSuc false into its sentence', async () => {
    const { client } = setup([200, { IsSuc: false, ErrorMessage: '余额不足', ResultMessage: '余额不足' }])
    expect(await failure(client.call('POST /v1/Do/SetAutoAction', { auto: 1 }))).toMatchObject({
      status: 200,
      message: '余额不足',
    })
  })
  it('has a sentence even when the server sent none', async () => {
    const { client } = setup([502, 'bad gateway'])
    const error = await failure(client.call('POST /v1/Select/PlayerInfoItem'))
    expect(error.message).toBe('服务暂时不可用，请稍后再试')
  })
})

describe('ACC-14: 401', () => {
  it('five calls failing at once end the session once', async () => {
    const { client, onExpired } = setup([401, { IsSuc: false, Message: '还未登录，请先登录' }])
    await Promise.all(Array.from({ length: 5 }, () => failure(client.call('POST /v1/Select/PlayerInfoItem'))))
    expect(onExpired).toHaveBeenCalledTimes(1)
  })
  it('a later login that ends is told again', async () => {
    const { client, onExpired, setTicket } = setup([401, { IsSuc: false }])
    await failure(client.call('POST /v1/Select/PlayerInfoItem'))
    setTicket('ticket-2')
    await failure(client.call('POST /v1/Select/PlayerInfoItem'))
    expect(onExpired).toHaveBeenCalledTimes(2)
  })
  it('a visitor has no session to end', async () => {
    const { client, onExpired, setTicket } = setup([401, { IsSuc: false }])
    setTicket('')
    await failure(client.call('POST /v1/Select/PlayerInfoItem'))
    expect(onExpired).not.toHaveBeenCalled()
  })
})

describe('DEP-07, WD-10: idempotency keys', () => {
  const call = (client: ReturnType<typeof setup>['client'], amount = '100') =>
    failure(client.call('POST /v1/Do/CallPlatformTranscationAction', { ...transfer, amount }))
  const keyOf = (request: Sent | undefined) => request?.headers['Idempotency-Key']

  it('an unanswered call asked again carries the same key, so it happens once', async () => {
    const { client, sent } = setup('offline', [503, { IsSuc: false }], [200, fine])
    await call(client)
    await call(client)
    await call(client)
    expect(keyOf(sent[0])).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(sent.map(keyOf)).size).toBe(1)
  })
  it('after an answer the next call is a new one', async () => {
    const { client, sent } = setup([200, fine])
    await call(client)
    await call(client)
    expect(keyOf(sent[0])).not.toBe(keyOf(sent[1]))
  })
  it('a question to support is asked once, too, however often it is sent', async () => {
    const { client, sent } = setup('offline', [200, fine])
    const question = { kind: 'other' as const, text: '在吗？' }
    await failure(client.call('POST /v1/Do/TicketOpenAction', question))
    await client.call('POST /v1/Do/TicketOpenAction', question)
    await client.call('POST /v1/Do/TicketReplyAction', { id: 't1', text: '在吗？' })
    expect(keyOf(sent[0])).toMatch(/^[0-9a-f-]{36}$/)
    expect(keyOf(sent[1])).toBe(keyOf(sent[0]))
    expect(keyOf(sent[2])).toMatch(/^[0-9a-f-]{36}$/)
  })
  it('other contents are another call', async () => {
    const { client, sent } = setup('offline')
    await call(client, '100')
    await call(client, '200')
    expect(keyOf(sent[0])).not.toBe(keyOf(sent[1]))
  })
  it('is never sent twice by itself, and reads carry none', async () => {
    const { client, sent } = setup('offline')
    const error = await call(client)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.unanswered).toBe(true)
    expect(sent).toHaveLength(1)
    await failure(client.call('POST /v1/Select/PlayerBalance'))
    expect(keyOf(sent[1])).toBeUndefined()
  })
})

it('SES-3 a read that a timer asked for says so, and nothing that a person does', async () => {
  let timer = true
  const { client, sent } = setup([200, fine], () => timer)
  await client.call('POST /v1/Select/TicketThread', { id: 't1' })
  await client.call('POST /v1/Do/DepositOrder', { OrderSn: 'D1' })
  await client.call('POST /v1/Do/TicketReplyAction', { id: 't1', text: '在吗？' })
  timer = false
  await client.call('POST /v1/Select/TicketThread', { id: 't1' })
  expect(sent.map((request) => request.headers['X-Poll'])).toEqual(['1', '1', undefined, undefined])
})

it('MNT-01 a refusal for the site’s maintenance is told, no other is, and the order may be sent again as it was', async () => {
  const closed = { IsSuc: false, Code: 'http.maintenance', Message: '站点维护中' }
  const { client, sent, onMaintenance } = setup(
    [503, closed],
    [503, { IsSuc: false, Code: 'gate.closed' }],
    [200, fine],
  )
  expect((await failure(client.call('POST /v1/Do/CallPlatformTranscationAction', transfer))).message).toBe('站点维护中')
  expect(onMaintenance.mock.calls).toEqual([['站点维护中']])
  await failure(client.call('POST /v1/Do/CallPlatformTranscationAction', transfer))
  await client.call('POST /v1/Do/CallPlatformTranscationAction', transfer)
  expect(onMaintenance).toHaveBeenCalledOnce()
  expect(new Set(sent.map((request) => request.headers['Idempotency-Key'])).size).toBe(1)
})

it('ERR-02 money is moved for nobody: without a login the call is not sent, and says why', async () => {
  const { client, sent, setTicket } = setup([200, fine])
  setTicket('')
  const error = await failure(client.call('POST /v1/Do/CallPlatformTranscationAction', transfer))
  expect(error.message).toBe('用户信息失效')
  expect(sent).toHaveLength(0)
})
