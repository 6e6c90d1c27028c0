import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, post } from '../api/client'
import type { Outcome } from '../api/wire'
import { App } from '../kit'
import { text } from '../text/zh-cn'

export interface ActionResult<R> {
  ok: boolean
  answer?: R
  error?: ApiError
}

/**
 * useAction sends one change at a time: while an answer is awaited a second call does nothing, whoever clicks
 * it. A try that broke off before an answer keeps its key, so that repeating it changes nothing twice.
 * Whatever the answer, all lists are read again: another person may have been faster.
 */
export function useAction<R = unknown>(done: string) {
  const { message } = App.useApp()
  const queries = useQueryClient()
  const underway = useRef(false)
  const unsure = useRef<{ what: string; key: string }>(undefined)
  const [running, setRunning] = useState(false)

  const run = useCallback(
    async (path: string, body: object = {}): Promise<ActionResult<R>> => {
      if (underway.current) return { ok: false }
      underway.current = true
      setRunning(true)
      const what = `${path} ${JSON.stringify(body)}`
      const key = unsure.current?.what === what ? unsure.current.key : crypto.randomUUID()
      unsure.current = { what, key }
      try {
        const answer = await post<R>(path, body, key)
        unsure.current = undefined
        if (isWaiting(answer)) message.info(text.action.waitingSecond)
        else message.success(done)
        return { ok: true, answer }
      } catch (cause) {
        const error = cause instanceof ApiError ? cause : new ApiError(0, 'unknown', String(cause))
        if (error.status !== 0 && error.status < 500) unsure.current = undefined
        if (error.status !== 401) message.error(error.message)
        return { ok: false, error }
      } finally {
        underway.current = false
        setRunning(false)
        void queries.invalidateQueries()
      }
    },
    [done, message, queries],
  )
  return { run, running }
}

function isWaiting(answer: unknown): answer is Extract<Outcome, { status: 'waiting' }> {
  return typeof answer === 'object' && answer !== null && (answer as { status?: string }).status === 'waiting'
}
