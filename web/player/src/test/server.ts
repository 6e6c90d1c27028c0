import { keepLogin } from '@shared/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createElement, type ReactNode } from 'react'
import { HashRouter } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** The request of one call. */
export interface Seen {
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: Headers
}

const fine = { IsSuc: true, ErrorMessage: '', ResultMessage: '' }

type Reply = object | [number, object]

/**
 * A server for one test file: it answers by path and records the requests. An unexpected call gets an empty
 * success, so that a page's other reads do not disturb the test.
 */
export function fakeServer() {
  const seen: Seen[] = []
  let replies: Record<string, Reply | ((form: URLSearchParams) => Reply | Promise<Reply>)> = {}
  const server = setupServer(
    http.all('*/common/*', async ({ request }) => {
      const { pathname, searchParams: query } = new URL(request.url)
      const path = pathname.replace('/common', '')
      const form = request.method === 'GET' ? query : new URLSearchParams(await request.text())
      seen.push({ path, query, form, headers: request.headers })
      const reply = replies[path] ?? {}
      const answer = typeof reply === 'function' ? await reply(form) : reply
      return Array.isArray(answer)
        ? HttpResponse.json(answer[1], { status: answer[0] })
        : HttpResponse.json({ ...fine, ...answer })
    }),
  )
  beforeAll(() => server.listen())
  afterEach(() => {
    seen.length = 0
    replies = {}
  })
  afterAll(() => server.close())
  return {
    /** All calls. One of the test before may arrive late: count by path. */
    seen,
    reply: (more: typeof replies) => {
      replies = { ...replies, ...more }
    },
    callsTo: (path: string) => seen.filter((call) => call.path === path),
  }
}

/** Shows a page at an address, inside everything that every page needs. */
export function show(page: ReactNode, at = '/') {
  window.location.hash = at
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(createElement(QueryClientProvider, { client: queries }, createElement(HashRouter, null, page)))
}

export const logIn = () => keepLogin({ Ticket: 'ticket', PlayerName: 'demo01' })
