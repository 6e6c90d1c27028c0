import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, post } from '../api/client'

/** What became of one row. unknown: the answer was lost, and the act may have been done. */
export type BulkOutcome = 'open' | 'running' | 'done' | 'waiting' | 'refused' | 'unknown'

/** One call of a bulk act: the same that a person would send from the row itself. */
export interface BulkCall {
  id: string
  label: string
  path: string
  body: object
}

export interface BulkLine extends BulkCall {
  /** Its own idempotency key, kept while the outcome is unknown: sent again it does nothing twice. */
  key: string
  outcome: BulkOutcome
  message?: string
}

/** Beyond this nobody reads the result sheet. */
export const bulkMost = 50

/**
 * useBulk sends calls one after the other, each with its own key, and keeps what became of each. A refused or lost
 * one does not stop the others; the end of the session does.
 */
export function useBulk(calls: readonly BulkCall[]) {
  const queries = useQueryClient()
  const [lines, setLines] = useState<BulkLine[]>(() =>
    calls.map((call) => ({ ...call, key: crypto.randomUUID(), outcome: 'open' })),
  )
  const [running, setRunning] = useState(false)
  const underway = useRef(false)
  const stopped = useRef(false)

  const run = useCallback(
    async (more: object = {}) => {
      if (underway.current) return
      underway.current = true
      stopped.current = false
      setRunning(true)
      const note = (id: string, change: Partial<BulkLine>) =>
        setLines((before) => before.map((line) => (line.id === id ? { ...line, ...change } : line)))
      for (const line of lines) {
        if (stopped.current) break
        if (line.outcome !== 'open' && line.outcome !== 'unknown') continue
        note(line.id, { outcome: 'running', message: undefined })
        const end = await send(line, more)
        note(line.id, end)
        if (end.status === 401) break
      }
      underway.current = false
      setRunning(false)
      void queries.invalidateQueries()
    },
    [lines, queries],
  )
  return {
    lines,
    running,
    run,
    stop: () => {
      stopped.current = true
    },
  }
}

async function send(line: BulkLine, more: object): Promise<Partial<BulkLine> & { status?: number }> {
  try {
    const answer = await post<{ status?: string } | undefined>(line.path, { ...line.body, ...more }, line.key)
    return { outcome: answer?.status === 'waiting' ? 'waiting' : 'done' }
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError(0, 'unknown', String(cause))
    // A good status without a readable answer says nothing: the act may have been done.
    const unsure = error.status < 400 || error.status >= 500
    return { outcome: unsure ? 'unknown' : 'refused', message: error.message, status: error.status }
  }
}
