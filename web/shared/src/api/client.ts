import { uuid } from '../ids'
import { ApiError } from './api-error'
import { requestToken } from './request-token'
import { followServerTime } from './server-time'
import { clientText } from './text'
import type { Answer, CallName, InputOf, OutputOf } from './wire'

/** The client's dependencies on the page around it. */
export interface ClientSettings {
  /** Where the API lives; the request token's path leaves it out. */
  base: string
  reqTokenSecret: string
  ticket: () => string
  /** The ticket a call was sent with is no longer valid. Told once for each ticket, however many calls fail (ACC-14). */
  onExpired: () => void
  /** The whole site is under maintenance: the call was refused and did nothing. Told with the sentence, before the call fails with it (MNT-01). */
  onMaintenance?: (sentence: string) => void
  /** The page was not touched lately: a timer asked for its reads, which keep no session alive (SES-3). */
  byTimer?: () => boolean
  fetch?: typeof fetch
  timeoutMs?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** The idempotency key of a call that moves money, where it must outlive this page; else the client makes one. */
  key?: string
}

type Arguments<Name extends CallName> =
  undefined extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]

export interface Client {
  /**
   * Makes one documented call. Resolves with the answer when IsSuc is not false; rejects with an ApiError whose message
   * is ready to show. A call that moves money carries an idempotency key and is never repeated by itself.
   */
  call<Name extends CallName>(name: Name, ...rest: Arguments<Name>): Promise<OutputOf<Name>>
}

/**
 * The calls that move money, or may on the way (a launch with auto-transfer, LNCH-05), and texts to support,
 * which must not be sent twice.
 */
const moneyCalls: ReadonlySet<CallName> = new Set<CallName>([
  'POST /v1/Do/CallDepositPay',
  'POST /v1/Do/DepositPayAction',
  'POST /v1/Do/UsdtDepositPayAction',
  'POST /v1/Do/CallWithdrawAction',
  'POST /v1/Do/UsdtWithdrawAction',
  'POST /v1/Do/CallPlatformTranscationAction',
  'POST /v1/Do/OneClickRecyclingAction',
  'POST /v1/Do/CallPlatformLoginToAction',
  'POST /v1/Fund/FundOk',
  'POST /v1/Do/PromotionClaimAction',
  'POST /v1/Do/TicketOpenAction',
  'POST /v1/Do/TicketReplyAction',
])

/** Calls that change nothing and that pages repeat by themselves. */
const isRead = (path: string) => path.startsWith('/v1/Select/') || path === '/v1/Do/DepositOrder'

/** The code of a refusal because of the site's maintenance. */
const maintenance = 'http.maintenance'

export function createClient(settings: ClientSettings): Client {
  const keys = moneyKeys()
  let expiredTicket = ''

  async function send(method: string, path: string, body: string, ticket: string, key: string, signal?: AbortSignal) {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'X-Req-Token': requestToken(path, method, settings.reqTokenSecret),
    }
    if (ticket) headers.Authorization = ticket
    if (key) headers['Idempotency-Key'] = key
    if (isRead(path) && settings.byTimer?.()) headers['X-Poll'] = '1'
    const query = method === 'GET' && body ? `?${body}` : ''
    if (method !== 'GET') headers['Content-Type'] = 'application/x-www-form-urlencoded'
    const timeout = AbortSignal.timeout(settings.timeoutMs ?? 40_000)
    const response = await (settings.fetch ?? fetch)(settings.base + path + query, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(method === 'GET' ? {} : { body }),
    })
    return { status: response.status, answer: parse(await response.text()) }
  }

  async function call(name: CallName, input?: object, options: CallOptions = {}) {
    const [method = 'POST', path = ''] = name.split(' ')
    const body = formBody(input)
    const ticket = settings.ticket()
    // Another tab logged out under an open form: nothing is sent that no player would own (ERR-02).
    if (moneyCalls.has(name) && !ticket) throw new ApiError(401, clientText.loginLost)
    const key = options.key ?? (moneyCalls.has(name) ? keys.take(name, ticket + body) : '')
    const attempt = () => send(method, path, body, ticket, key, options.signal)
    let outcome: Awaited<ReturnType<typeof send>>
    try {
      outcome = await attempt()
      // A clock that ran off is corrected from the refusal itself, once (D-13). The refused call did nothing.
      if (outcome.status === 403 && followServerTime(outcome.answer)) outcome = await attempt()
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new ApiError(0, clientText.offline)
    }
    const { status, answer } = outcome
    // Below 500 the outcome is known, and the next try is a new one. From 500 on it may have happened: same key again.
    if (key && status < 500) keys.settle(name)
    if (status === 401 && ticket && ticket !== expiredTicket) {
      expiredTicket = ticket
      settings.onExpired()
    }
    if (status === 503 && answer?.Code === maintenance) settings.onMaintenance?.(sentence(status, answer))
    if (status >= 400 || answer?.IsSuc === false) throw new ApiError(status, sentence(status, answer), answer)
    if (!answer) throw new ApiError(status, clientText.failed)
    return answer
  }

  return { call: call as Client['call'] }
}

/** Remembers the key of each money call that has no answer yet, by its contents, for ten minutes. */
function moneyKeys() {
  const open = new Map<string, { contents: string; key: string; madeAt: number }>()
  return {
    take(name: string, contents: string): string {
      const kept = open.get(name)
      if (kept && kept.contents === contents && Date.now() - kept.madeAt < 600_000) return kept.key
      const key = uuid()
      open.set(name, { contents, key, madeAt: Date.now() })
      return key
    },
    settle(name: string): void {
      open.delete(name)
    },
  }
}

type Body = Partial<Answer> & { Message?: string; Code?: string; ServerTime?: number | string }

function formBody(input?: object): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  return form.toString()
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Body) : null
  } catch {
    return null
  }
}

function sentence(status: number, answer: Body | null): string {
  const said = answer?.Message || answer?.ErrorMessage || answer?.ResultMessage
  if (said) return said
  if (status === 401) return clientText.noSession
  if (status === 429) return clientText.tooMany
  return status >= 500 ? clientText.unavailable : clientText.failed
}
