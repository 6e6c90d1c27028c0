import { text } from '../text/zh-cn'

/** ApiError is a refusal the server put into words; message is shown to staff as it stands. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** A value of a query string; undefined and '' are left out. */
export type QueryValue = string | number | undefined

export interface GetOptions {
  query?: Record<string, QueryValue>
  signal?: AbortSignal
}

/** A read this long after the last key or click was asked by a timer and not by a person. */
const personMs = 3000
let touchedAt = 0

/** watchPerson notices keys and clicks, so that reads asked by timers do not keep a forgotten screen logged in. */
export function watchPerson(): void {
  const touch = () => {
    touchedAt = Date.now()
  }
  for (const event of ['keydown', 'pointerdown'])
    window.addEventListener(event, touch, { capture: true, passive: true })
}

type EndOfSession = () => void
let endOfSession: EndOfSession = () => {}

/** onEndOfSession names what happens when the server says that nobody is logged in (401). */
export function onEndOfSession(f: EndOfSession): void {
  endOfSession = f
}

/** endSession is for the calls that are sent elsewhere: the server said that nobody is logged in. */
export function endSession(): void {
  endOfSession()
}

type StepUp = () => Promise<boolean>
let stepUp: StepUp = async () => false

/** onStepUp names what asks a person for a fresh code, when the server wants one; it answers whether it was given. */
export function onStepUp(f: StepUp): void {
  stepUp = f
}

export function get<T>(path: string, options: GetOptions = {}): Promise<T> {
  const headers: Record<string, string> = Date.now() - touchedAt > personMs ? { 'X-Poll': '1' } : {}
  return send<T>(address(path, options.query), { method: 'GET', headers, signal: options.signal })
}

/**
 * post asks for a change. With a key the server answers a repeated request as it answered the first,
 * so a person who tries again after a broken connection changes nothing twice.
 */
export async function post<T>(path: string, body: object, key?: string): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (key) headers['Idempotency-Key'] = key
  const call = () => send<T>(address(path), { method: 'POST', headers, body: JSON.stringify(body) })
  try {
    return await call()
  } catch (error) {
    // A call that needs a fresh code did nothing yet: it is sent again once the code was given.
    if (error instanceof ApiError && error.code === 'staff.step_up' && (await stepUp())) return call()
    throw error
  }
}

/** address is a call's address with its query; for links that download. */
export function address(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  const tail = params.toString()
  return `/admin/v1${path}${tail ? `?${tail}` : ''}`
}

async function send<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(url, { credentials: 'same-origin', ...init })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    // A change may have reached the server all the same: the sentence must not claim that it did not.
    throw new ApiError(0, 'network', init.method === 'GET' ? text.error.offline : text.error.unsure)
  }
  if (response.status === 204) return undefined as T
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body as T
  if (response.status === 401) endOfSession()
  throw refusal(response.status, body)
}

function refusal(status: number, body: unknown): ApiError {
  const said = (body ?? {}) as { code?: string; message?: string; fields?: Record<string, string> }
  const message = said.message || text.error.byStatus(status)
  return new ApiError(status, said.code ?? `http.${status}`, message, said.fields)
}
