import { ApiError } from '@shared/api/api-error'
import { quietly, wentUnheard } from '@shared/api/quietly'
import { QueryCache, QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { holdQueries } from './held-queries'

const queries = new QueryClient({
  // Pages show a read that failed, or do without it; which it was, and how, developers are told (ERR-04). The first word
  // of a key is what is read, and never whose.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (wentUnheard(error)) quietly(`read ${String(queryKey[0])}`, error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A read without a network fails at once, so that its page can say so. It is made again once there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays a refusal; only an answer that never came is asked for again.
      retry: (count, error) => count < 1 && (!(error instanceof ApiError) || error.unanswered),
    },
    // A click without a network fails at once and says so. It is never queued to run later: by then the
    // player may have done it another way.
    mutations: { retry: false, networkMode: 'always' },
  },
})
holdQueries(queries)

/** The one query store: every page and every part of the bars that reads is inside it. */
export function Queries({ children }: { children: ReactNode }) {
  // A part inside a page, or a test, has one around it already.
  if (useContext(QueryClientContext)) return children
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
