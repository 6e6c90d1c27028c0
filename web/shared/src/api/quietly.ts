import { ApiError } from './api-error'

/** What fails again and again is told once in this time. */
const everyMs = 60_000

const told = new Map<string, { at: number; more: number }>()

/**
 * Tells developers of a failure that the page passes over (ERR-04): what was tried, and which kind of answer came. What
 * was sent and what the server said stay out of it, for both may be about a person. Each thing tried is told of once a
 * minute, with how often it failed meanwhile.
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

/** The server did not get to speak: the network, or what stands before the house, or the page's own code failed. */
export const wentUnheard = (error: unknown) => !(error instanceof ApiError) || error.unanswered || error.status >= 500
