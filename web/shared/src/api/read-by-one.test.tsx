import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { readByOne } from './read-by-one'

it('reads once for many parts, follows what is set, and goes on after the client was emptied', async () => {
  const queryKey = ['venues']
  const asked = vi.fn(async () => `answer ${asked.mock.calls.length}`)
  const useVenues = readByOne({ queryKey, queryFn: asked })
  const Part = () => <p>{useVenues().data}</p>
  const client = new QueryClient()
  const { rerender, unmount } = render(
    <QueryClientProvider client={client}>
      <Part />
      <Part />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getAllByText('answer 1')).toHaveLength(2))
  expect(client.getQueryCache().find({ queryKey })?.observers).toHaveLength(1)

  client.setQueryData(queryKey, 'set')
  await waitFor(() => expect(screen.getAllByText('set')).toHaveLength(2))

  client.clear()
  await waitFor(() => expect(screen.getAllByText('answer 2')).toHaveLength(2))
  void client.invalidateQueries({ queryKey })
  await waitFor(() => expect(screen.getAllByText('answer 3')).toHaveLength(2))

  rerender(<QueryClientProvider client={client} />)
  expect(client.getQueryCache().find({ queryKey })?.observers).toHaveLength(0)
  rerender(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getByText('answer 4')).toBeVisible())
  unmount()
})
