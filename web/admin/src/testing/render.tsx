import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { Permission } from '../api/wire'
import { App, ConfigProvider, zhCN } from '../kit'
import { type Answer, answerTo } from './answers'

export interface Sent {
  method: string
  path: string
  body: unknown
  key: string | null
}

/** serve puts the canned house behind fetch. `special` may answer instead; every request is listed in the result. */
export function serve(
  special?: (sent: Sent) => Answer | Promise<Answer> | undefined,
  permissions?: readonly Permission[],
) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const path = url.replace('/admin/v1', '').replace(/\?.*/, '')
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    const request = { method, path, body, key: new Headers(init.headers).get('Idempotency-Key') }
    sent.push(request)
    const answer = (await special?.(request)) ?? answerTo(method, url, permissions)
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status })
  })
  return sent
}

/** renderAt shows an element as the back office would at an address. */
export function renderAt(element: ReactElement, address = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={queries}>
          <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
}
