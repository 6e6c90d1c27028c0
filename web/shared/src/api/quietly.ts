import { ApiError } from './api-error'

/** A repeated failure is reported once in this time. */
const everyMs = 60_000

const told = new Map<string, { at: number; more: number }>()

/**
 * Reports to developers a failure that the page ignores (ERR-04): the action, and the kind of answer. It
 * leaves out the request and the server's text, because both may be about a person. Each action is reported
 * once a minute, with the number of failures meanwhile.
 */
export function quietly(what: string, error: unknown): void {
  // The page itself gave up asking.
  if (error instanceof Error && error.name === 'AbortError') return
  const now = Date.now()
  const last = told.get(what)
  if (last && now - last.at < everyMs) {
    last.more++
    return
  }
  told.set(what, { at: now, more: 0 })
  // biome-ignore lint/suspicious/noConsole: this is where developers are told
  console.warn(`${what}: ${kindOf(error)}${last?.more ? `, and ${last.more} times before` : ''}`)
}

const kindOf = (error: unknown) => {
  if (error instanceof ApiError) return error.unanswered ? 'no answer' : `status ${error.status}`
  return error instanceof Error ? error.name : typeof error
}

/** The server did not answer: the network, or a proxy before the server, or the page's own code failed. */
export const wentUnheard = (error: unknown) => !(error instanceof ApiError) || error.unanswered || error.status >= 500
